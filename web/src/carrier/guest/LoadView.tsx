import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { money } from '@/kit/format/measure'
import { dateTime } from '@/kit/format/time'
import { late } from '@/kit/later/late'
import { BillPart } from './BillPart'
import css from './Carrier.module.css'
import { Fact, Size, Times } from './Lists'
import { PapersPart } from './PapersPart'
import { ProForm } from './ProForm'
import { type Row, useLoad } from './portal'
import { TellForm } from './TellForm'
import { problems, statuses, whats } from './words'

const LoadTime = late(() => import('./slots/LoadTime').then((m) => m.LoadTime), null)

const address = (p: Row['from']) => [p.name, p.street, [p.city, p.state, p.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** One load: what is hauled, when and where, and what its carrier tells, sends and bills. */
export function LoadView({ row, scac, onBack }: { row: Row; scac: string; onBack: () => void }) {
  const { i18n } = useLingui()
  const link = useLoad(row.id)
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), []) // the button that was pressed is gone
  const load = link.shown
  const l = load ?? row
  const status = statuses[l.statuscode]
  const trouble = link.trouble
  return (
    <>
      <button type="button" onClick={onBack}>
        ‹ <Trans>All loads</Trans>
      </button>
      <section className={css.part}>
        <h2 ref={head} tabIndex={-1}>
          {l.number} {status && <span className={css.state}>{i18n._(status)}</span>}
        </h2>
        {trouble?.kind === 'refused' && (
          <p role="alert" className={css.bad}>
            {trouble.said}
          </p>
        )}
        <Times load={l} />
        <dl className={css.facts}>
          <Fact name={<Trans>From</Trans>}>{address(l.from)}</Fact>
          <Fact name={<Trans>To</Trans>}>{address(l.to)}</Fact>
          {l.goods.length > 0 && <Fact name={<Trans>Goods</Trans>}>{l.goods.join(', ')}</Fact>}
          {l.hazmat.length > 0 && <Fact name={<Trans>Hazmat</Trans>}>{l.hazmat.join('; ')}</Fact>}
          {l.services.length > 0 && <Fact name={<Trans>Services</Trans>}>{l.services.join(', ')}</Fact>}
          {l.orders.length > 0 && <Fact name={<Trans>Orders</Trans>}>{l.orders.join(', ')}</Fact>}
          {l.instruction && <Fact name={<Trans>Instructions</Trans>}>{l.instruction}</Fact>}
          {l.totalMinor > 0 && <Fact name={<Trans>Accepted price</Trans>}>{money(l.totalMinor, l.currency, i18n.locale)}</Fact>}
        </dl>
        <Size of={l} />
      </section>
      {!load ? (
        <p className={css.none} role="status">
          {trouble?.kind === 'no-contact' ? (
            <Trans>No connection. What you can report and send appears here as soon as there is a signal.</Trans>
          ) : (
            !trouble && <Trans>The load is being read…</Trans>
          )}
        </p>
      ) : (
        <>
          <LoadTime load={load} scac={scac} onBooked={() => void link.again()} />
          <ProForm load={load} link={link} scac={scac} />
          <TellForm load={load} link={link} scac={scac} />
          {load.told.length > 0 && (
            <section className={css.part}>
              <h2>
                <Trans>Reported</Trans>
              </h2>
              <ul>
                {load.told.map((e) => (
                  <li key={e.id}>
                    <strong>{i18n._(whats[e.what])}</strong> {dateTime(e.happenedAt, i18n.locale, load.zone)}
                    <br />
                    <small className={css.quiet}>
                      {[e.code && i18n._(problems[e.code]), e.place, e.note, e.name].filter(Boolean).join(' · ')}
                    </small>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <PapersPart load={load} onAdded={() => void link.again()} />
          <BillPart load={load} link={link} scac={scac} />
        </>
      )}
    </>
  )
}
