import { Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { FreightPurchasePart } from '@sync/gen/api'
import type { OrderPurchaseLine } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useRef } from 'react'
import type { InputProps } from '@/kit/form/defineForm'
import { useLocale } from '@/kit/format/Formats'
import { count, measure } from '@/kit/format/measure'
import { Table } from '@/kit/table/Table'
import { Button, NumberInput } from '@/kit/ui'
import { allOf, shareOf } from './lines'
import css from './Purchase.module.css'
import { leftOf } from './sent'

type Parts = FreightPurchasePart[]

/** The lines of a purchase order, each with what of it the vendor has ready now. */
export const partsInput = (purchaseId: string) =>
  function PartsInput({ id, label, error, errors, disabled, value, onChange }: InputProps<Parts>) {
    const { t } = useLingui()
    const locale = useLocale()
    const purchase = useLiveQuery(() => local().order_purchase.get(purchaseId), [])
    // The summary of errors and the first error bring this into focus; what is typed next is the first line's pieces.
    const box = useRef<HTMLDivElement>(null)
    useEffect(() => {
      if (error) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }, [error])
    const lines = purchase?.lines ?? []
    const parts = value ?? []
    const at = (line: string) => parts.findIndex((p) => p.Line === line)
    const set = (line: string, change: Partial<FreightPurchasePart>) => {
      const was = parts[at(line)] ?? { Line: line, Qty: 0, Pallets: 0, Weight: { milli: 0, unit: 'lb' } }
      const now = { ...was, ...change }
      const rest = parts.filter((p) => p.Line !== line)
      // In the order's own order, so that what is refused is found by its place.
      const next = now.Qty > 0 ? [...rest, now] : rest
      onChange(lines.flatMap((l) => next.filter((p) => p.Line === l.line)))
    }
    const wrong = (line: string, field: string) => errors?.[`[${at(line)}].${field}`]
    const unit = (l: OrderPurchaseLine) => l.item.weight.unit || 'lb'
    const number = (v: string | number) => (v === '' ? 0 : Number(v))
    return (
      <div id={id} ref={box} className={css.parts} tabIndex={-1}>
        <div className={css.partsHead}>
          <h2>{label}</h2>
          <Button variant="default" disabled={disabled} onClick={() => onChange(allOf(lines))}>
            <Trans>All that is left</Trans>
          </Button>
        </div>
        {error && !errors && (
          <p className={css.wrong} role="alert">
            {error}
          </p>
        )}
        <Table
          label={label}
          rows={lines}
          keyOf={(l) => l.line}
          mark={(l) => (at(l.line) >= 0 ? 'chosen' : leftOf(l) === 0 ? 'none' : undefined)}
          columns={[
            {
              head: t`Line`,
              name: true,
              cell: (l) => (
                <>
                  {l.line} <span className={css.code}>{l.item.code}</span>
                  <small>{l.item.description}</small>
                </>
              ),
            },
            { head: t`Ordered`, number: true, cell: (l) => `${count(l.item.pieces, locale)} ${l.item.packageType}` },
            { head: t`Shipped`, number: true, cell: (l) => count(l.shipped, locale) },
            { head: t`Still open`, number: true, cell: (l) => <strong>{count(leftOf(l), locale)}</strong> },
            {
              head: t`Pieces now`,
              cell: (l) =>
                leftOf(l) > 0 && (
                  <NumberInput
                    className={css.number}
                    aria-label={t`Pieces now, line ${l.line}`}
                    aria-invalid={wrong(l.line, 'Qty') ? true : undefined}
                    inputMode="numeric"
                    hideControls
                    allowDecimal={false}
                    allowNegative={false}
                    error={wrong(l.line, 'Qty')}
                    disabled={disabled}
                    value={parts[at(l.line)]?.Qty ?? ''}
                    onChange={(v) => set(l.line, { Qty: number(v) })}
                  />
                ),
            },
            {
              head: t`Pallets`,
              cell: (l) =>
                leftOf(l) > 0 && (
                  <NumberInput
                    className={css.number}
                    aria-label={t`Pallets, line ${l.line}`}
                    inputMode="numeric"
                    hideControls
                    allowDecimal={false}
                    allowNegative={false}
                    disabled={disabled || at(l.line) < 0}
                    value={parts[at(l.line)]?.Pallets || ''}
                    onChange={(v) => set(l.line, { Pallets: number(v) })}
                  />
                ),
            },
            {
              head: t`Weight`,
              cell: (l) => {
                const part = parts[at(l.line)]
                return (
                  leftOf(l) > 0 && (
                    <NumberInput
                      className={css.number}
                      aria-label={t`Weight, line ${l.line}, ${unit(l)}`}
                      aria-invalid={wrong(l.line, 'Weight') ? true : undefined}
                      inputMode="decimal"
                      hideControls
                      allowNegative={false}
                      suffix={` ${unit(l)}`}
                      placeholder={part && l.item.weight.milli ? measure(shareOf(l, part.Qty), locale) : ''}
                      error={wrong(l.line, 'Weight')}
                      disabled={disabled || !part}
                      value={part?.Weight.milli ? part.Weight.milli / 1000 : ''}
                      onChange={(v) => set(l.line, { Weight: { milli: Math.round(number(v) * 1000), unit: unit(l) } })}
                    />
                  )
                )
              },
            },
          ]}
        />
        <p className={css.hint}>
          <Trans>Without a weight, the pieces weigh their share of the line.</Trans>
        </p>
      </div>
    )
  }
