import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { day } from '@/kit/format/time'
import css from '../guest/Portal.module.css'
import type { Order, Shown } from '../guest/ship'

/** What the buyer still waits for, the soonest due first. */
export function Orders({ shown, onBook }: { shown: Shown; onBook: (o: Order) => void }) {
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
        const open = o.lines.filter((l) => l.left > 0)
        return (
          <li key={o.id}>
            <h2>{o.number}</h2>
            <p className={css.quiet}>
              {[site?.party.name, [site?.party.city, site?.party.state].filter(Boolean).join(', '), o.dueOn && day(o.dueOn, i18n.locale)]
                .filter(Boolean)
                .join(' · ')}
              {' · '}
              <Plural value={open.length} one="# open line" other="# open lines" />
            </p>
            <button type="button" className={css.go} onClick={() => onBook(o)}>
              <Trans>Book {o.number}</Trans>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
