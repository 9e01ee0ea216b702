import { Trans } from '@lingui/react/macro'
import type { AuditOwed } from '@sync/gen/api'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import css from '../Audit.module.css'

/** What carriers owe: they credited bills that were paid before, and neither paid back nor set off all of it. Nothing where none does. */
export function OwedNote({ of }: { of: AuditOwed[] }) {
  const locale = useLocale()
  if (of.length === 0) return null
  return (
    <div className={css.rules}>
      <span className={css.quiet}>
        <Trans>Owed by carriers:</Trans>
      </span>
      {of.map((o) => (
        <span key={`${o.carrier} ${o.currency}`}>
          {o.carrierName || o.carrier} {money(o.owedMinor, o.currency, locale)}
        </span>
      ))}
    </div>
  )
}
