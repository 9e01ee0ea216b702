import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Ops } from '@sync/gen/api'
import { type ReactNode, useState } from 'react'
import { day as dayText } from '@/kit/format/time'
import { timeOfDay } from '@/kit/format/window'
import { ask } from '@/kit/guest/ask'
import { MainButton } from '@/kit/guest/MainButton'
import { type Trouble, troubleOf, useLink } from '@/kit/guest/useLink'
import css from '../Carrier.module.css'
import { Fact } from '../Lists'
import { lastName } from '../ProForm'
import { draftKey, held } from '../portal'
import { CalendarPart } from './CalendarPart'
import { type Booked, type For, PickTime } from './PickTime'
import own from './Slots.module.css'
import { Wait } from './Waits'

const states: Record<string, ReturnType<typeof msg>> = {
  booked: msg`Booked`,
  arrived: msg`Checked in`,
  done: msg`Completed`,
  'no-show': msg`No show`,
  cancelled: msg`Cancelled`,
}
export const ways: Record<string, ReturnType<typeof msg>> = { inbound: msg`Delivery`, outbound: msg`Pickup`, transfer: msg`Transfer` }

/** What is asked of a mail: nothing where its address was mangled on the way. The page opens all the same. */
const asked = (mailed: string | undefined) => (mailed && /^\w{1,40}$/.test(mailed) ? { OfferId: mailed } : {})

// An answer tells what became of one mail's offer: for another mail it is none.
const useAppointments = (scac: string, mailed: string | undefined) =>
  useLink({
    key: [draftKey(scac, 'all', 'appointments'), ...Object.values(asked(mailed))].join('.'),
    ask: () => ask('CarrierPortal/Appointments', { ...held, ...asked(mailed) }),
    now: () => null,
    open: () => false,
  })

/** The carrier's times at the warehouses: confirmed, moved and cancelled here, and new ones booked. mailed is the one that a mail was about. */
export function Appointments({ scac, mailed }: { scac: string; mailed?: string | undefined }) {
  const { i18n } = useLingui()
  const link = useAppointments(scac, mailed)
  const [pick, setPick] = useState<For>()
  const [done, setDone] = useState<string>()
  const all = link.shown
  if (pick)
    return (
      <PickTime
        of={pick}
        scac={scac}
        onClose={() => {
          setPick(undefined)
          void link.again()
        }}
        onBooked={(b) => {
          setPick(undefined)
          setDone(b.id)
          void link.again()
        }}
      />
    )
  if (!all)
    return (
      <p className={css.none} role="status">
        {link.trouble?.kind === 'refused' ? (
          link.trouble.said
        ) : link.trouble ? (
          <Trans>No connection. Your appointments appear here as soon as there is a signal.</Trans>
        ) : (
          <Trans>Your appointments are being read…</Trans>
        )}
      </p>
    )
  const first = mailed ? all.booked.find((b) => b.id === mailed) : undefined
  const offered = mailed ? all.waits.find((w) => w.offerId === mailed) : undefined
  const rest = all.booked.filter((b) => b !== first)
  const way = (direction: string) => (ways[direction] ? i18n._(ways[direction] as ReturnType<typeof msg>) : direction)
  const answered = (booked?: string) => {
    setDone(booked)
    void link.again()
  }
  return (
    <>
      {mailed && !first && !offered && (
        <p className={css.none} role="status">
          {all.offer ? (
            <OfferOver of={all.offer} />
          ) : (
            <Trans>The appointment of your mail is no longer there: it was cancelled, or it is over.</Trans>
          )}
        </p>
      )}
      {first && (
        <div className={own.due}>
          <One of={first} scac={scac} due onPick={setPick} onDone={() => void link.again()} booked={done === first.id} />
        </div>
      )}
      {offered && (
        <div className={own.due}>
          <Wait of={offered} scac={scac} way={way(offered.direction)} onDone={answered} />
        </div>
      )}
      {all.booked.length === 0 && all.waits.length === 0 && (
        <p className={css.none}>
          <Trans>No appointments yet. Those of your loads and those that you book appear here.</Trans>
        </p>
      )}
      <ul className={css.cards}>
        {all.waits
          .filter((w) => w !== offered)
          .map((w) => (
            <li key={w.id}>
              <Wait of={w} scac={scac} way={way(w.direction)} onDone={answered} />
            </li>
          ))}
        {rest.map((b) => (
          <li key={b.id}>
            <One of={b} scac={scac} onPick={setPick} onDone={() => void link.again()} booked={done === b.id} />
          </li>
        ))}
      </ul>
      {all.sites.length > 0 && (
        <section className={css.part}>
          <h2>
            <Trans>Book a time</Trans>
          </h2>
          <p className={css.quiet}>
            <Trans>For a load of yours, book it on the load itself.</Trans>
          </p>
          <div className={own.buttons}>
            {all.sites.map((s) => (
              <button
                key={s.warehouse + s.direction}
                type="button"
                onClick={() => setPick({ WarehouseId: s.warehouse, Direction: s.direction })}
              >
                {ways[s.direction] ? i18n._(ways[s.direction] as ReturnType<typeof msg>) : s.direction}: {s.name}
                {s.city && `, ${s.city}`}
              </button>
            ))}
          </div>
        </section>
      )}
      <CalendarPart has={all.feed} onDone={() => void link.again()} />
    </>
  )
}

/** What became of the time that a mail offered. */
function OfferOver({ of: o }: { of: NonNullable<Ops['CarrierPortal/Appointments']['resp']['offer']> }) {
  const { i18n } = useLingui()
  const at = `${dayText(o.day, i18n.locale)} ${timeOfDay(o.start)}`
  return (
    <>
      {o.why === 'declined' ? (
        <Trans>You declined {at}.</Trans>
      ) : o.why === 'lapsed' ? (
        <Trans>{at} was held for you and went to the next, as no answer came in time.</Trans>
      ) : (
        <Trans>The warehouse has withdrawn its offer of {at}.</Trans>
      )}{' '}
      {o.waits ? (
        <Trans>You are still on the waiting list: a mail tells you of the next time that comes free.</Trans>
      ) : (
        !o.keeps && <Trans>You are no longer on the waiting list.</Trans>
      )}
    </>
  )
}

interface OneProps {
  of: Booked
  scac: string
  due?: boolean
  /** Whether it was booked just now. */
  booked: boolean
  onPick: (of: For) => void
  onDone: () => void
}

function One({ of: b, scac, due, booked, onPick, onDone }: OneProps) {
  const { i18n } = useLingui()
  const [sure, setSure] = useState(false)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()
  const act = async (op: 'CarrierPortal/ConfirmSlot' | 'CarrierPortal/CancelSlot') => {
    setBusy(true)
    setTrouble(undefined)
    try {
      const name = lastName(scac)
      await ask(op, { ...held, AppointmentId: b.id, ...(name ? { Name: name } : {}) })
      setSure(false)
      onDone()
    } catch (err) {
      setTrouble(troubleOf(err))
    } finally {
      setBusy(false)
    }
  }
  const state: ReactNode =
    b.confirmed && b.state === 'booked' ? (
      <Trans>Confirmed</Trans>
    ) : states[b.state] ? (
      i18n._(states[b.state] as ReturnType<typeof msg>)
    ) : (
      b.state
    )
  return (
    <>
      <h2>
        {dayText(b.day, i18n.locale)} {timeOfDay(b.start)} <span className={css.state}>{state}</span>
      </h2>
      <p className={css.quiet}>
        {[b.site, b.city].filter(Boolean).join(', ')} ·{' '}
        {ways[b.direction] ? i18n._(ways[b.direction] as ReturnType<typeof msg>) : b.direction}
      </p>
      {booked && (
        <p role="status">
          <strong>
            <Trans>Booked. A mail is on its way to you.</Trans>
          </strong>
        </p>
      )}
      <dl className={css.facts}>
        <Fact name={<Trans>Appointment</Trans>}>{b.number}</Fact>
        {b.reference && <Fact name={<Trans>Reference</Trans>}>{b.reference}</Fact>}
        {b.kind && <Fact name={<Trans>Load type</Trans>}>{b.kind}</Fact>}
        {b.door && <Fact name={<Trans>Door</Trans>}>{b.door}</Fact>}
      </dl>
      {trouble && (
        <p role="alert" className={css.bad}>
          {trouble.kind === 'refused' ? trouble.said : <Trans>No connection. Try again when there is a signal.</Trans>}
        </p>
      )}
      {b.state === 'booked' && (
        <>
          {!b.confirmed &&
            (due ? (
              <MainButton disabled={busy} onClick={() => void act('CarrierPortal/ConfirmSlot')}>
                <Trans>Confirm: the truck comes</Trans>
              </MainButton>
            ) : (
              <button type="button" className={css.go} disabled={busy} onClick={() => void act('CarrierPortal/ConfirmSlot')}>
                <Trans>Confirm {b.number}</Trans>
              </button>
            ))}
          <div className={own.buttons}>
            {b.mayMove && (
              <button type="button" disabled={busy} onClick={() => onPick({ AppointmentId: b.id })}>
                <Trans>Change time</Trans>
              </button>
            )}
            {b.mayCancel &&
              (sure ? (
                <>
                  <button type="button" disabled={busy} onClick={() => void act('CarrierPortal/CancelSlot')}>
                    <Trans>Cancel {b.number} for good</Trans>
                  </button>
                  <button type="button" onClick={() => setSure(false)}>
                    <Trans>Keep it</Trans>
                  </button>
                </>
              ) : (
                <button type="button" disabled={busy} onClick={() => setSure(true)}>
                  <Trans>Cancel…</Trans>
                </button>
              ))}
          </div>
          {!b.mayMove && !b.mayCancel && (
            <p className={css.quiet}>
              <Trans>It can no longer be changed here. Call the warehouse.</Trans>
            </p>
          )}
        </>
      )}
    </>
  )
}
