import { Trans, useLingui } from '@lingui/react/macro'
import type { Ops } from '@sync/gen/api'
import { useState } from 'react'
import { day as dayText } from '@/kit/format/time'
import { timeOfDay, windowOf } from '@/kit/format/window'
import { ask } from '@/kit/guest/ask'
import { type Trouble, troubleOf } from '@/kit/guest/useLink'
import css from '../Carrier.module.css'
import { Fact } from '../Lists'
import { keepName, lastName } from '../ProForm'
import { held } from '../portal'
import { type Rest, RestForm } from './RestForm'
import own from './Slots.module.css'

export type Waiting = Ops['CarrierPortal/Appointments']['resp']['waits'][number]

/** What the carrier waits for: a time that is offered is booked or declined here. */
export function Wait({ of: w, scac, way, onDone }: { of: Waiting; scac: string; way: string; onDone: (booked?: string) => void }) {
  const { i18n } = useLingui()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()
  const locale = i18n.locale
  const offered = w.state === 'offered'
  const run = async (what: () => Promise<string | undefined>) => {
    setBusy(true)
    setTrouble(undefined)
    try {
      onDone(await what())
    } catch (err) {
      setTrouble(troubleOf(err))
    } finally {
      setBusy(false)
    }
  }
  const end = (decline: boolean) =>
    void run(async () => {
      const name = lastName(scac)
      await ask('CarrierPortal/EndWait', {
        ...held,
        WaitId: w.id,
        ...(decline ? { Decline: true, OfferId: w.offerId } : {}),
        ...(name ? { Name: name } : {}),
      })
      return undefined
    })
  const book = (rest: Rest) =>
    void run(async () => {
      const b = await ask('CarrierPortal/BookSlot', {
        ...held,
        SlotId: w.offerId,
        ...(w.shipmentId ? { ShipmentId: w.shipmentId } : { WarehouseId: w.warehouse, Direction: w.direction }),
        ...(w.loadType ? { LoadTypeId: w.loadType } : {}),
        SlotDate: w.day,
        StartTime: w.start,
        ...rest,
      })
      keepName(scac, rest.Name)
      return b.id
    })
  const days = w.fromDay === w.untilDay ? dayText(w.fromDay, locale) : `${dayText(w.fromDay, locale)} – ${dayText(w.untilDay, locale)}`
  return (
    <>
      <h2>
        {offered ? (
          <>
            {dayText(w.day, locale)} {timeOfDay(w.start)}{' '}
            <span className={css.state}>
              <Trans>Offered</Trans>
            </span>
          </>
        ) : (
          <>
            {days}{' '}
            <span className={css.state}>
              <Trans>On the waiting list</Trans>
            </span>
          </>
        )}
      </h2>
      <p className={css.quiet}>{[w.site, w.city, way].filter(Boolean).join(', ')}</p>
      <dl className={css.facts}>
        <Fact name={<Trans>Reference</Trans>}>{w.reference}</Fact>
        {w.kind && <Fact name={<Trans>Load type</Trans>}>{w.kind}</Fact>}
        {!offered && !(w.fromTime === '00:00' && w.untilTime === '23:59') && (
          <Fact name={<Trans>Start</Trans>}>{windowOf(w.fromTime, w.untilTime)}</Fact>
        )}
      </dl>
      {trouble && !open && (
        <p role="alert" className={css.bad}>
          {trouble.kind === 'refused' ? trouble.said : <Trans>No connection. Try again when there is a signal.</Trans>}
        </p>
      )}
      {offered && open ? (
        <RestForm
          scac={scac}
          hold={{ at: { day: w.day, start: w.start, minutes: 0, free: 1 }, until: w.until }}
          was={{ po: '', bol: '', load: w.shipmentId ? '' : w.reference, note: '' }}
          requires={w.requires}
          loadKnown={w.shipmentId !== ''}
          busy={busy}
          trouble={trouble}
          onBack={() => setOpen(false)}
          onBook={book}
        />
      ) : (
        <div className={own.buttons}>
          {offered && (
            <>
              <button type="button" className={css.go} disabled={busy} onClick={() => setOpen(true)}>
                <Trans>Book {timeOfDay(w.start)}</Trans>
              </button>
              <button type="button" disabled={busy} onClick={() => end(true)}>
                <Trans>Decline</Trans>
              </button>
            </>
          )}
          <button type="button" disabled={busy} onClick={() => end(false)}>
            <Trans>Leave the waiting list</Trans>
          </button>
        </div>
      )}
    </>
  )
}
