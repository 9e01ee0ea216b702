import { Trans, useLingui } from '@lingui/react/macro'
import type { Ops } from '@sync/gen/api'
import { useCallback, useEffect, useRef, useState } from 'react'
import { dayIn, plusDays } from '@/kit/format/day'
import { day as dayText } from '@/kit/format/time'
import { timeOfDay } from '@/kit/format/window'
import { ask, Refused } from '@/kit/guest/ask'
import { Field } from '@/kit/guest/Field'
import { newId } from '@/kit/guest/newId'
import { type Trouble, troubleOf } from '@/kit/guest/useLink'
import css from '../Carrier.module.css'
import { keepName } from '../ProForm'
import { held as secret } from '../portal'
import { byDay, type Free, nearest } from './near'
import { RestForm } from './RestForm'
import own from './Slots.module.css'
import { WaitForm } from './WaitForm'

type Shown = Ops['CarrierPortal/Slots']['resp']
export type Booked = Ops['CarrierPortal/BookSlot']['resp']

/** What a time is picked for: a load of the carrier, an appointment that it has, or any truck at a site. */
export type For = { ShipmentId: string } | { AppointmentId: string } | { WarehouseId: string; Direction: string }

/** Days that are shown at once. */
const span = 7
/** Free times that are named to who lost one. */
const most = 5

interface PickProps {
  of: For
  scac: string
  onBooked: (b: Booked) => void
  onClose: () => void
}

/** A free time is pressed, held for ten minutes while the rest is said, and booked. */
export function PickTime({ of, scac, onBooked, onClose }: PickProps) {
  const { t, i18n } = useLingui()
  const locale = i18n.locale
  const [from, setFrom] = useState(() => dayIn(undefined, Date.now()))
  const [type, setType] = useState('')
  const [shown, setShown] = useState<Shown>()
  const [trouble, setTrouble] = useState<Trouble>()
  const [lost, setLost] = useState<{ day: string; start: string; said: string }>()
  const [hold, setHold] = useState<{ id: string; at: Free; until?: string }>()
  const [busy, setBusy] = useState(false)
  const [waits, setWaits] = useState<'asked' | 'form'>()
  const [key] = useState(newId)
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), []) // the button that was pressed is gone
  const what = JSON.stringify(of)
  const read = useCallback(async () => {
    try {
      setShown(
        await ask('CarrierPortal/Slots', {
          ...secret,
          ...(JSON.parse(what) as For), // our own writing, above
          SlotDate: from,
          Days: span,
          ...(type ? { LoadTypeId: type } : {}),
        }),
      )
      setTrouble(undefined)
    } catch (err) {
      setTrouble(troubleOf(err))
    }
  }, [what, from, type])
  useEffect(() => void read(), [read])
  const kinds = shown?.kinds ?? []
  const kind = kinds.find((k) => k.id === type) ?? (kinds.length === 1 ? kinds[0] : kinds.find((k) => k.id === shown?.current?.loadType))
  const wanted = (at: Free) => ({
    ...secret,
    SlotId: key,
    ...of,
    ...(kind ? { LoadTypeId: kind.id } : {}),
    SlotDate: at.day,
    StartTime: at.start,
  })
  /** Does one thing at a time; a time that another truck took meanwhile is told with what is near. */
  const go = async (at: Free, run: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setTrouble(undefined)
    setLost(undefined)
    try {
      await run()
    } catch (err) {
      const why = troubleOf(err)
      if (why.kind === 'refused' && why.fields.some((f) => f.field === 'StartTime' || f.field === 'SlotDate')) {
        setHold(undefined)
        setLost({ ...at, said: why.said })
        await read()
      } else setTrouble(why)
    } finally {
      setBusy(false)
    }
  }
  const press = (at: Free) =>
    void go(at, async () => {
      try {
        const got = await ask('CarrierPortal/HoldSlot', wanted(at))
        if (got.held) setHold({ id: got.held.id, at, until: got.held.until })
      } catch (err) {
        if (!heldLong(err)) throw err
        setHold({ id: key, at }) // it is booked while it is free, without a hold
        setTrouble(troubleOf(err))
      }
    })
  const giveBack = () => {
    if (hold) void ask('CarrierPortal/HoldSlot', { ...wanted(hold.at), Drop: true }).catch(() => {}) // it ends by itself
    setHold(undefined)
    setTrouble(undefined)
  }
  return (
    <section className={css.part}>
      <h2 ref={head} tabIndex={-1}>
        {shown?.current ? <Trans>Another time for {shown.current.number}</Trans> : <Trans>Book a time</Trans>}
      </h2>
      {shown && (
        <p className={css.quiet}>
          {[shown.site.name, shown.site.city, shown.site.state].filter(Boolean).join(', ')} · <Trans>times are by the clock there</Trans>
        </p>
      )}
      {lost && (
        <p role="alert" className={css.bad}>
          {lost.said}
        </p>
      )}
      {!shown ? (
        <p role="status" className={css.none}>
          {trouble ? trouble.kind === 'refused' ? trouble.said : <NoSignal /> : <Trans>Free times are being read…</Trans>}
        </p>
      ) : waits === 'asked' ? (
        <p role="status" className={own.held}>
          <Trans>You are on the waiting list. A mail tells you of the first time that comes free.</Trans>
        </p>
      ) : waits === 'form' && !('AppointmentId' in of) ? (
        <WaitForm
          scac={scac}
          of={of}
          loadType={kind?.id}
          from={from}
          until={plusDays(from, span - 1)}
          onAsked={() => setWaits('asked')}
          onBack={() => setWaits(undefined)}
        />
      ) : hold ? (
        <RestForm
          key={hold.id}
          scac={scac}
          hold={hold}
          was={shown.current}
          requires={kind?.requires ?? []}
          loadKnown={!('WarehouseId' in of) && (shown.current?.shipmentId !== '' || 'ShipmentId' in of)}
          busy={busy}
          trouble={trouble}
          onBack={giveBack}
          onBook={(rest) =>
            void go(hold.at, async () => {
              const booked = await ask('CarrierPortal/BookSlot', { ...wanted(hold.at), ...rest })
              keepName(scac, rest.Name)
              onBooked(booked)
            })
          }
        />
      ) : (
        <>
          {kinds.length > 1 && (
            <Field label={t`Load type`}>
              {(wired) => (
                <select {...wired} value={kind?.id ?? ''} onChange={(e) => setType(e.currentTarget.value)}>
                  <option value="">{t`Choose…`}</option>
                  {kinds.map((k) => (
                    <option key={k.id} value={k.id}>
                      {k.name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <div className={css.row}>
            <Field label={t`From`}>
              {(wired) => (
                <input {...wired} type="date" value={from} onChange={(e) => e.currentTarget.value && setFrom(e.currentTarget.value)} />
              )}
            </Field>
            <button type="button" onClick={() => setFrom(plusDays(from, -span))}>
              ‹ <Trans>Earlier</Trans>
            </button>
            <button type="button" onClick={() => setFrom(plusDays(from, span))}>
              <Trans>Later</Trans> ›
            </button>
          </div>
          {trouble && (
            <p role="alert" className={css.bad}>
              {trouble.kind === 'refused' ? trouble.said : <NoSignal />}
            </p>
          )}
          {lost && shown.free.length > 0 && (
            <>
              <h3>
                <Trans>Nearest free times</Trans>
              </h3>
              <div className={own.times}>
                {nearest(shown.free, lost, most).map((f) => (
                  <button key={f.day + f.start} type="button" disabled={busy} onClick={() => press(f)}>
                    {dayText(f.day, locale)} {timeOfDay(f.start)}
                  </button>
                ))}
              </div>
            </>
          )}
          {kinds.length > 1 && !kind ? (
            <p className={css.none}>
              <Trans>Choose the load type to see its free times.</Trans>
            </p>
          ) : shown.free.length === 0 ? (
            <p className={css.none}>
              <Trans>No free time in these {span} days.</Trans>
            </p>
          ) : (
            <ul className={own.days}>
              {byDay(shown.free).map(({ day, times }) => (
                <li key={day}>
                  <h3>{dayText(day, locale)}</h3>
                  <div className={own.times}>
                    {times.map((f) => (
                      <button
                        key={f.start}
                        type="button"
                        disabled={busy}
                        aria-label={`${dayText(day, locale)} ${timeOfDay(f.start)}`}
                        onClick={() => press(f)}
                      >
                        {timeOfDay(f.start)}
                      </button>
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          )}
          {!('AppointmentId' in of) && !(kinds.length > 1 && !kind) && (
            <button type="button" className={css.go} onClick={() => setWaits('form')}>
              <Trans>No time that suits? Wait for one…</Trans>
            </button>
          )}
        </>
      )}
      <div className={own.buttons}>
        <button
          type="button"
          onClick={() => {
            giveBack()
            onClose()
          }}
        >
          <Trans>Back</Trans>
        </button>
      </div>
    </section>
  )
}

/** Whether a time was held for as long as it may be. */
const heldLong = (err: unknown) => err instanceof Refused && err.fields.some((f) => f.code === 'appointment-held-long')

function NoSignal() {
  return <Trans>No connection. Nothing was booked; try again when there is a signal.</Trans>
}
