import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { count, measure } from '@/kit/format/measure'
import { dateTime, day } from '@/kit/format/time'
import { Fact, Facts } from '@/kit/guest/GuestPage'
import { modeName } from '../words'
import css from './Quote.module.css'
import type { Details } from './useQuote'

const where = (p: Details['QuoteInfo']['asked']['from']) =>
  [[p.city, p.state].filter(Boolean).join(', '), p.zip, p.country].filter(Boolean).join(' ')

/** What a price is asked for: the lane, the day, the goods. */
export function AskedPart({ details: d }: { details: Details }) {
  const { t, i18n } = useLingui()
  const a = d.QuoteInfo.asked
  const locale = i18n.locale
  const hazmat = a.items.filter((it) => it.hazmat)
  const window = [a.pickupFrom, a.pickupTo].filter(Boolean).join('–')
  return (
    <section aria-label={t`What is asked`}>
      <Facts>
        <Fact name={<Trans>From</Trans>}>{where(a.from)}</Fact>
        <Fact name={<Trans>To</Trans>}>{where(a.to)}</Fact>
        {a.shipOn && (
          <Fact name={<Trans>Pickup</Trans>}>
            {day(a.shipOn, locale)} {window} {window && a.zone && <small>{zoneName(a.zone, a.shipOn, locale)}</small>}
          </Fact>
        )}
        <Fact name={<Trans>Goods</Trans>}>
          {a.pallets > 0 && (
            <>
              <Plural value={a.pallets} one="# pallet" other="# pallets" />
              {' · '}
            </>
          )}
          <Plural value={a.pieces} one="# piece" other="# pieces" /> · {measure(a.weight, locale)}
        </Fact>
        <Fact name={<Trans>Mode</Trans>}>{modeName(a.mode, i18n)}</Fact>
        {hazmat.length > 0 && (
          <Fact name={<Trans>Hazardous</Trans>}>{hazmat.map((it) => `${it.hazmat?.un} ${it.hazmat?.class}`).join(', ')}</Fact>
        )}
        {a.instruction && <Fact name={<Trans>Instructions</Trans>}>{a.instruction}</Fact>}
        {d.SpecialInstructions && <Fact name={<Trans>Note</Trans>}>{d.SpecialInstructions}</Fact>}
        <Fact name={<Trans>Your price must hold until</Trans>}>{dateTime(d.QuoteInfo.validUntil, locale)}</Fact>
      </Facts>
      <details className={css.lines}>
        <summary>
          <Plural value={a.items.length} one="# line of goods" other="# lines of goods" />
        </summary>
        <ul>
          {a.items.map((it, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a request never move
            <li key={n}>
              <strong>{it.description}</strong>
              <span>
                {[
                  it.class && t`Class ${it.class}`,
                  it.nmfc && `NMFC ${it.nmfc}`,
                  it.pallets > 0 && t`${count(it.pallets, locale)} pallets`,
                  `${count(it.pieces, locale)} ${it.packageType}`,
                  measure(it.weight, locale),
                  size(it, locale),
                  it.stackable && t`stackable`,
                  it.temperature,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

type Item = Details['QuoteInfo']['asked']['items'][number]

function size(it: Item, locale: string): string {
  const sides = [it.length, it.width, it.height]
  if (!sides.every((s) => s && s.milli > 0)) return ''
  return `${sides.map((s) => count((s?.milli ?? 0) / 1000, locale)).join(' × ')} ${it.length?.unit ?? ''}`
}

/** The short name of the warehouse's zone on that day: its clock is what the pickup window is by. */
function zoneName(zone: string, on: string, locale: string) {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(Date.parse(`${on}T12:00:00Z`))
  return parts.find((p) => p.type === 'timeZoneName')?.value ?? zone
}
