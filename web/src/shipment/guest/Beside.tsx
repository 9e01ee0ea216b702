import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ShipmentBeside, ShipmentConfirmation } from '@sync/gen/api'
import { money } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import { useWords, type Words } from '@/kit/words/words'
import css from './Beside.module.css'

const stands: Partial<Record<ShipmentBeside['state'], Words>> = {
  open: msg`to be answered`,
  accepted: msg`you accepted it`,
  rejected: msg`you rejected it`,
  expired: msg`over`,
  withdrawn: msg`taken back by the shipper`,
}

/** The loads that came in one mail with this one, each behind its own link: nobody looks for them in the mail again. */
export function Beside({ load }: { load: ShipmentConfirmation }) {
  const { i18n } = useLingui()
  const words = useWords()
  if (load.beside.length < 2) return null
  const left = load.beside.filter((b) => b.state === 'open').length
  return (
    <nav className={css.beside} aria-labelledby="beside">
      <h2 id="beside">
        <Plural value={load.beside.length} one="# load in this mail" other="# loads in this mail" />
        {left > 0 && (
          <small>
            <Plural value={left} one="# to be answered" other="# to be answered" />
          </small>
        )}
      </h2>
      <ul>
        {load.beside.map((b) => (
          <li key={b.address}>
            <a
              href={b.address}
              {...(b.number === load.number ? { 'aria-current': 'page' as const } : {})}
              data-open={b.state === 'open' || undefined}
            >
              <strong>{b.number}</strong>
              <span>
                {b.from} → {b.to}
              </span>
              <span>
                {day(b.shipOn, i18n.locale)} {[b.pickupFrom, b.pickupTo].filter(Boolean).join('–')}
                {b.totalMinor > 0 && ` · ${money(b.totalMinor, b.currency, i18n.locale)}`}
              </span>
              <em>{words(stands[b.state] ?? msg`over`)}</em>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The way to the next load of the mail, for who has just answered this one. */
export function NextLoad({ load }: { load: ShipmentConfirmation }) {
  const next = load.beside.find((b) => b.state === 'open' && b.number !== load.number)
  if (!next) return null
  return (
    <a className={css.next} href={next.address}>
      <Trans>
        Go on to load {next.number}: {next.from} → {next.to}
      </Trans>
    </a>
  )
}
