import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { count, measure } from '@/kit/format/measure'
import { modeName } from '@/kit/format/mode'
import { dateTime, day } from '@/kit/format/time'
import { zoneName } from '@/kit/format/zone'
import { ClauseFacts } from '@/kit/guest/Clauses'
import { Fact, Facts } from '@/kit/guest/GuestPage'
import { useWords, type Words } from '@/kit/words/words'
import { equipmentWords } from '../rfq/words'
import css from './Quote.module.css'
import type { Details } from './useQuote'

const where = (p: Details['QuoteInfo']['asked']['from']) =>
  [[p.city, p.state].filter(Boolean).join(', '), p.zip, p.country].filter(Boolean).join(' ')

const termsWords: Record<string, Words> & { P: Words } = { P: msg`Prepaid`, C: msg`Collect`, T: msg`Third party` }

/** What a price is asked for, in the few lines that decide it: the lane, the day, the goods, and what makes them dear. */
export function AskedPart({ details: d }: { details: Details }) {
  const { t, i18n } = useLingui()
  const words = useWords()
  const a = d.QuoteInfo.asked
  const locale = i18n.locale
  const hazmat = a.items.filter((it) => it.hazmat)
  const window = [a.pickupFrom, a.pickupTo].filter(Boolean).join('–')
  return (
    <section aria-label={t`Request details`} className={css.asked}>
      <p>
        <strong>
          {where(a.from)} → {where(a.to)}
        </strong>
      </p>
      <p>
        {a.pallets > 0 && (
          <>
            <Plural value={a.pallets} one="# pallet" other="# pallets" />
            {' · '}
          </>
        )}
        {a.pieces > 0 && (
          <>
            <Plural value={a.pieces} one="# piece" other="# pieces" />
            {' · '}
          </>
        )}
        {measure(a.weight, locale)} · {words(modeName(a.mode))}
      </p>
      {a.equipment && (
        <p>{[words(equipmentWords[a.equipment]), a.items[0]?.description, a.items[0]?.temperature].filter(Boolean).join(' · ')}</p>
      )}
      {a.equipment && a.arriveBy && (
        <p>
          <Trans>Must arrive by</Trans> {day(a.arriveBy, locale)}
        </p>
      )}
      {a.shipOn && (
        <p>
          <Trans>Pickup</Trans> {day(a.shipOn, locale)} {window} {window && a.zone && zoneName(a.zone, a.shipOn, locale)}
        </p>
      )}
      {hazmat.length > 0 && (
        <p>
          <strong>
            <Trans>Hazardous</Trans>: {hazmat.map((it) => t`${it.hazmat?.un ?? ''}, class ${it.hazmat?.class ?? ''}`).join('; ')}
          </strong>
        </p>
      )}
      {a.terms && (
        <Facts>
          <Fact name={t`Freight terms`}>{words(termsWords[a.terms] ?? termsWords.P)}</Fact>
          {a.services && a.services.length > 0 && <Fact name={t`Services`}>{a.services.join(', ')}</Fact>}
          {a.arriveBy && <Fact name={t`Must arrive by`}>{day(a.arriveBy, locale)}</Fact>}
          {a.clauses && <ClauseFacts of={a.clauses} />}
        </Facts>
      )}
      {a.instruction && <p>{a.instruction}</p>}
      {d.SpecialInstructions && <p>{d.SpecialInstructions}</p>}
    </section>
  )
}

/** What a price needs besides: how long it must hold, and the goods line by line. */
export function AskedMore({ details: d }: { details: Details }) {
  const { t, i18n } = useLingui()
  const a = d.QuoteInfo.asked
  const locale = i18n.locale
  return (
    <section aria-label={t`Details`}>
      <Facts>
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
