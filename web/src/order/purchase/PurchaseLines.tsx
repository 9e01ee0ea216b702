import { useLingui } from '@lingui/react/macro'
import type { FreightPurchasePart } from '@sync/gen/api'
import type { OrderPurchase, OrderPurchaseLine } from '@sync/gen/tables'
import { useLocale } from '@/kit/format/Formats'
import { count, measure } from '@/kit/format/measure'
import { Table } from '@/kit/table/Table'
import { NumberInput } from '@/kit/ui'
import { shareOf } from './lines'
import css from './Purchase.module.css'
import { leftOf } from './sent'

/** What is wrong with a part, by its purchase order and line. */
export type LineErrors = (purchase: string, line: string, field: 'Qty' | 'Weight') => string | undefined

interface Props {
  of: OrderPurchase
  label: string
  /** Whether the inputs say which purchase order they are of: more than one is shown. */
  named: boolean
  parts: readonly FreightPurchasePart[]
  wrong: LineErrors
  disabled: boolean | undefined
  onPut: (parts: FreightPurchasePart[]) => void
}

/** The lines of one purchase order, each with what of it is ready now. */
export function PurchaseLines({ of: p, label, named, parts, wrong, disabled, onPut }: Props) {
  const { t } = useLingui()
  const locale = useLocale()
  const partOf = (l: OrderPurchaseLine) => parts.find((part) => part.PurchaseId === p.id && part.Line === l.line)
  const set = (l: OrderPurchaseLine, change: Partial<FreightPurchasePart>) => {
    const was = partOf(l) ?? { PurchaseId: p.id, Line: l.line, Qty: 0, Pallets: 0, Weight: { milli: 0, unit: 'lb' } }
    const now = { ...was, ...change }
    const rest = parts.filter((part) => part !== was)
    onPut(now.Qty > 0 ? [...rest, now] : rest)
  }
  const unit = (l: OrderPurchaseLine) => l.item.weight.unit || 'lb'
  const number = (v: string | number) => (v === '' ? 0 : Number(v))
  const which = (l: OrderPurchaseLine) => (named ? t`${p.number}, line ${l.line}` : t`line ${l.line}`)
  return (
    <Table
      label={label}
      rows={p.lines}
      keyOf={(l) => l.line}
      mark={(l) => (partOf(l) ? 'chosen' : leftOf(l) === 0 ? 'none' : undefined)}
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
                aria-label={t`Pieces now, ${which(l)}`}
                aria-invalid={wrong(p.id, l.line, 'Qty') ? true : undefined}
                inputMode="numeric"
                hideControls
                allowDecimal={false}
                allowNegative={false}
                error={wrong(p.id, l.line, 'Qty')}
                disabled={disabled}
                value={partOf(l)?.Qty ?? ''}
                onChange={(v) => set(l, { Qty: number(v) })}
              />
            ),
        },
        {
          head: t`Pallets`,
          cell: (l) =>
            leftOf(l) > 0 && (
              <NumberInput
                className={css.number}
                aria-label={t`Pallets, ${which(l)}`}
                inputMode="numeric"
                hideControls
                allowDecimal={false}
                allowNegative={false}
                disabled={disabled || !partOf(l)}
                value={partOf(l)?.Pallets || ''}
                onChange={(v) => set(l, { Pallets: number(v) })}
              />
            ),
        },
        {
          head: t`Weight`,
          cell: (l) => {
            const part = partOf(l)
            return (
              leftOf(l) > 0 && (
                <NumberInput
                  className={css.number}
                  aria-label={t`Weight, ${which(l)}, ${unit(l)}`}
                  aria-invalid={wrong(p.id, l.line, 'Weight') ? true : undefined}
                  inputMode="decimal"
                  hideControls
                  allowNegative={false}
                  suffix={` ${unit(l)}`}
                  placeholder={part && l.item.weight.milli ? measure(shareOf(l, part.Qty), locale) : ''}
                  error={wrong(p.id, l.line, 'Weight')}
                  disabled={disabled || !part}
                  value={part?.Weight.milli ? part.Weight.milli / 1000 : ''}
                  onChange={(v) => set(l, { Weight: { milli: Math.round(number(v) * 1000), unit: unit(l) } })}
                />
              )
            )
          },
        },
      ]}
    />
  )
}
