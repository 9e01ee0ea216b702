import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { FreightPurchasePart } from '@sync/gen/api'
import type { OrderPurchase } from '@sync/gen/tables'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useRef } from 'react'
import type { InputProps } from '@/kit/form/defineForm'
import { Icon } from '@/kit/icon/Icon'
import { Button } from '@/kit/ui'
import { allOf, alongside } from './lines'
import css from './Purchase.module.css'
import { type LineErrors, PurchaseLines } from './PurchaseLines'
import { purchaseSearch } from './search'

type Parts = FreightPurchasePart[]

const route = getRouteApi('/_signedIn/ShipPO/{-$shipmentid}/{-$sh}')

/** The lines of a purchase order, and of others of the same vendor that go with it, each with what of it is ready now. */
export function PartsInput({ id, label, error, errors, disabled, value, onChange }: InputProps<Parts>) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { po: first = '', with: others = [] } = purchaseSearch({ ...route.useSearch() })
  // All that could go with it: other open orders from the same dock for the same warehouse.
  const here = useLiveQuery(async () => {
    const p = await local().order_purchase.get(first)
    return (
      p &&
      local()
        .order_purchase.orderBy('number')
        .filter((o) => alongside(o, p) && o.terms === p.terms)
        .toArray()
    )
  }, [first])
  // The summary of errors and the first error bring this into focus; what is typed next is the first line's pieces.
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  const parts = value ?? []
  // A draft has its parts from a visit before; they are not sent unseen.
  const shown = [...new Set([first, ...others, ...parts.map((p) => p.PurchaseId ?? first)])]
  const purchases = shown.flatMap((one) => here?.find((p) => p.id === one) ?? [])
  const more = here?.filter((p) => p.open > 0 && !shown.includes(p.id)) ?? []
  const show = (ids: string[]) => navigate({ to: '.', search: { po: first, with: ids }, replace: true, resetScroll: false })
  // In the screen's own order, so that what is refused is found by its place.
  const put = (next: Parts) =>
    onChange(purchases.flatMap((p) => p.lines.flatMap((l) => next.filter((part) => part.PurchaseId === p.id && part.Line === l.line))))
  const drop = (p: OrderPurchase) => {
    onChange(parts.filter((part) => part.PurchaseId !== p.id))
    void show(others.filter((o) => o !== p.id))
  }
  const wrong: LineErrors = (purchase, line, field) =>
    errors?.[`[${parts.findIndex((p) => p.PurchaseId === purchase && p.Line === line)}].${field}`]
  return (
    <div id={id} ref={box} className={css.parts} tabIndex={-1}>
      <div className={css.partsHead}>
        <h2>{label}</h2>
        {/* Before its rows are read it would fill in nothing. */}
        <Button variant="default" disabled={disabled || purchases.length === 0} onClick={() => onChange(purchases.flatMap(allOf))}>
          <Trans>All remaining</Trans>
        </Button>
      </div>
      {error && !errors && (
        <p className={css.wrong} role="alert">
          {error}
        </p>
      )}
      {purchases.map((p) => (
        <div key={p.id}>
          {purchases.length > 1 && (
            <div className={css.partsHead}>
              <h3>{p.number}</h3>
              {p.id !== first && (
                <Button variant="subtle" disabled={disabled} onClick={() => drop(p)}>
                  {t`Leave out ${p.number}`}
                </Button>
              )}
            </div>
          )}
          <PurchaseLines
            of={p}
            label={purchases.length > 1 ? p.number : label}
            named={purchases.length > 1}
            parts={parts}
            wrong={wrong}
            disabled={disabled}
            onPut={put}
          />
        </div>
      ))}
      {more.length > 0 && (
        <section className={css.more} aria-label={t`More from this vendor`}>
          <h3>
            <Trans>More from this vendor</Trans>
          </h3>
          {more.map((p) => (
            <Button
              key={p.id}
              variant="default"
              leftSection={<Icon name="plus" />}
              disabled={disabled}
              onClick={() => void show([...others, p.id])}
            >
              {p.number} · <Plural value={p.open} one="# piece" other="# pieces" />
            </Button>
          ))}
        </section>
      )}
      <p className={css.hint}>
        <Trans>Without a weight, the line's weight is prorated by pieces.</Trans>
      </p>
    </div>
  )
}
