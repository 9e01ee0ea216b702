import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { count, measure, money } from '@/kit/format/measure'
import { dateTime, day } from '@/kit/format/time'
import { timeOfDay, windowOf } from '@/kit/format/window'
import { ask } from '@/kit/guest/ask'
import css from './Carrier.module.css'
import { held, type Row, type Shown } from './portal'
import { quoteStates, statuses } from './words'

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const town = (p: Row['from']) => [p.city, p.state].filter(Boolean).join(', ')

/** Pieces, pallets and weight in one line. */
export function Size({ of }: { of: Pick<Row, 'pieces' | 'pallets' | 'weight'> }) {
  const { i18n } = useLingui()
  return (
    <p>
      {count(of.pieces, i18n.locale)} <Plural value={of.pieces} one="piece" other="pieces" />
      {of.pallets > 0 && (
        <>
          {' · '}
          <Plural value={of.pallets} one="# pallet" other="# pallets" />
        </>
      )}{' '}
      · {measure(of.weight, i18n.locale)}
    </p>
  )
}

/** What waits for an answer, the soonest to lapse first. Each is answered on its own page. */
export function Tenders({ shown }: { shown: Shown }) {
  const { i18n } = useLingui()
  if (shown.tenders.length === 0)
    return (
      <p className={css.none}>
        <Trans>No tender waits for your answer.</Trans>
      </p>
    )
  return (
    <ul className={css.cards}>
      {shown.tenders.map((d) => (
        <li key={d.id}>
          <h2>
            {d.number} {d.totalMinor > 0 && <span>{money(d.totalMinor, d.currency, i18n.locale)}</span>}
          </h2>
          <p className={css.quiet}>
            {d.from} → {d.to} · {d.mode}
          </p>
          <Size of={d} />
          <dl className={css.facts}>
            <Fact name={<Trans>Pickup</Trans>}>
              {[day(d.shipOn, i18n.locale), windowOf(d.pickupFrom, d.pickupTo)].filter(Boolean).join(' ')}
            </Fact>
            <Fact name={<Trans>Answer by</Trans>}>{dateTime(d.expiresAt, i18n.locale, d.zone)}</Fact>
          </dl>
          <a className={css.go} href={d.address}>
            <Trans>Answer {d.number}</Trans>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Requests for a price that can still be answered, the first deadline first. */
export function Quotes({ shown }: { shown: Shown }) {
  const { i18n } = useLingui()
  if (shown.quotes.length === 0)
    return (
      <p className={css.none}>
        <Trans>No quote request is open.</Trans>
      </p>
    )
  return (
    <ul className={css.cards}>
      {shown.quotes.map((q) => {
        const state = quoteStates[q.state]
        return (
          <li key={q.id}>
            <h2>
              {q.number} {state && <span className={css.state}>{i18n._(state)}</span>}
            </h2>
            <p className={css.quiet}>
              {q.from} → {q.to} · {q.mode}
            </p>
            <dl className={css.facts}>
              <Fact name={<Trans>Pickup</Trans>}>{day(q.shipOn, i18n.locale)}</Fact>
              <Fact name={<Trans>Answer by</Trans>}>{dateTime(q.deadlineAt, i18n.locale)}</Fact>
              {q.amountMinor > 0 && <Fact name={<Trans>Your price</Trans>}>{money(q.amountMinor, q.currency, i18n.locale)}</Fact>}
            </dl>
            <a className={css.go} href={q.address}>
              {q.state === 'requested' ? <Trans>Quote {q.number}</Trans> : <Trans>Change answer to {q.number}</Trans>}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

/** The loads of the first page and those that were read since, each once: one may have moved from page to page meanwhile. */
export const allLoads = (shown: Shown, more: readonly Row[]): readonly Row[] =>
  [...new Map([...more, ...shown.loads].map((l) => [l.id, l])).values()].sort((a, b) =>
    a.shipOn === b.shipOn ? (a.id < b.id ? 1 : -1) : a.shipOn < b.shipOn ? 1 : -1,
  )

interface LoadsProps {
  shown: Shown
  /** Loads after the first page. */
  more: readonly Row[]
  onMore: (more: readonly Row[]) => void
  onOpen: (id: string) => void
}

/** The carrier's loads, with their pickup and delivery. */
export function Loads({ shown, more, onMore, onOpen }: LoadsProps) {
  const { i18n } = useLingui()
  const [only, setOnly] = useState('')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const loads = allLoads(shown, more)
  const next = async () => {
    setBusy(true)
    setFailed(false)
    try {
      const page = await ask('CarrierPortal/Loads', { ...held, Skip: loads.length })
      onMore([...more, ...page.loads])
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  const name = (code: string) => (statuses[code] ? i18n._(statuses[code]) : code)
  const counts = new Map<string, number>()
  for (const l of loads) counts.set(l.statuscode, (counts.get(l.statuscode) ?? 0) + 1)
  if (loads.length === 0)
    return (
      <p className={css.none}>
        <Trans>No loads yet. What you accept appears here.</Trans>
      </p>
    )
  return (
    <>
      {counts.size > 1 && (
        <div className={css.chips}>
          <button type="button" aria-pressed={only === ''} onClick={() => setOnly('')}>
            <Trans>All</Trans> {loads.length}
          </button>
          {[...counts].map(([code, n]) => (
            <button key={code} type="button" aria-pressed={only === code} onClick={() => setOnly(code)}>
              {name(code)} {n}
            </button>
          ))}
        </div>
      )}
      <ul className={css.cards}>
        {loads
          .filter((l) => only === '' || l.statuscode === only)
          .map((l) => (
            <li key={l.id}>
              <h2>
                {l.number} <span className={css.state}>{name(l.statuscode)}</span>
              </h2>
              <p className={css.quiet}>
                {town(l.from)} → {town(l.to)} · {l.mode}
              </p>
              <Times load={l} />
              <button type="button" className={css.go} onClick={() => onOpen(l.id)}>
                <Trans>Open {l.number}</Trans>
              </button>
            </li>
          ))}
      </ul>
      {loads.length < shown.hauled && (
        <>
          <p className={css.none} role="status">
            {failed ? (
              <Trans>No connection. Try again when there is a signal.</Trans>
            ) : (
              <Trans>
                {loads.length} of {shown.hauled} loads are shown, the latest ship date first.
              </Trans>
            )}
          </p>
          <button type="button" className={css.go} disabled={busy} onClick={() => void next()}>
            <Trans>Show more loads</Trans>
          </button>
        </>
      )}
    </>
  )
}

/** When a load is picked up and delivered, as planned and as it was. */
export function Times({ load: l }: { load: Row }) {
  const { i18n } = useLingui()
  const locale = i18n.locale
  const dock = l.dock && (
    <>
      {day(l.dock.day, locale)} {timeOfDay(l.dock.start)}
      {l.dock.door && (
        <>
          {' · '}
          <Trans>door {l.dock.door}</Trans>
        </>
      )}{' '}
      ({l.dock.number})
    </>
  )
  return (
    <dl className={css.facts}>
      <Fact name={<Trans>Pickup</Trans>}>
        {l.departedAt
          ? dateTime(l.departedAt, locale, l.zone)
          : !l.inbound && dock
            ? dock
            : [day(l.shipOn, locale), windowOf(l.pickupFrom, l.pickupTo)].filter(Boolean).join(' ')}
      </Fact>
      <Fact name={<Trans>Delivery</Trans>}>
        {l.deliveredAt ? (
          dateTime(l.deliveredAt, locale, l.zone)
        ) : l.inbound && dock ? (
          dock
        ) : l.appointment ? (
          <Trans>appointment {l.appointment}</Trans>
        ) : l.arriveBy ? (
          <Trans>by {day(l.arriveBy, locale)}</Trans>
        ) : (
          '—'
        )}
      </Fact>
      {(l.pro || l.bol) && (
        <Fact name={<Trans>Numbers</Trans>}>{[l.pro && `PRO ${l.pro}`, l.bol && `BOL ${l.bol}`].filter(Boolean).join(' · ')}</Fact>
      )}
      {l.reason && <Fact name={<Trans>Exception</Trans>}>{l.reason}</Fact>}
    </dl>
  )
}
