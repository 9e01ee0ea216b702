import { Trans, useLingui } from '@lingui/react/macro'
import { count } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import css from './Portal.module.css'
import type { Order, Shown } from './ship'

/** What the buyer still waits for, the soonest due first. */
export function OrderList({ shown, onShip }: { shown: Shown; onShip: (o: Order) => void }) {
  const { i18n } = useLingui()
  if (shown.orders.length === 0)
    return (
      <p className={css.none}>
        <Trans>No purchase order has anything left to ship.</Trans>
      </p>
    )
  return (
    <ul className={css.cards}>
      {shown.orders.map((o) => {
        const site = shown.sites.find((s) => s.id === o.warehouse)
        const late = site !== undefined && o.dueOn !== '' && o.dueOn < site.today
        return (
          <li key={o.id}>
            <h2>{o.number}</h2>
            <p className={css.quiet}>
              {[site?.party.name, [site?.party.city, site?.party.state].filter(Boolean).join(', ')].filter(Boolean).join(' · ')}
              {o.dueOn && (
                <>
                  {' · '}
                  <strong data-late={late || undefined}>
                    {late ? <Trans>was due {day(o.dueOn, i18n.locale)}</Trans> : <Trans>due {day(o.dueOn, i18n.locale)}</Trans>}
                  </strong>
                </>
              )}
            </p>
            <table className={css.lines}>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Item</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Ordered</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Open</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {o.lines.map((l) => (
                  <tr key={l.line} data-done={l.left === 0 || undefined}>
                    <td>
                      {l.item.description || l.item.code}
                      {l.item.code && l.item.description && <small> {l.item.code}</small>}
                    </td>
                    <td>{count(l.item.pieces, i18n.locale)}</td>
                    <td>{count(l.left, i18n.locale)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <button type="button" className={css.go} onClick={() => onShip(o)}>
              <Trans>Ship {o.number}</Trans>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
