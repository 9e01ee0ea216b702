import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { WarehouseBlock, WarehouseBooked, WarehouseHeldDoor, WarehouseSlotTime, WarehouseWaiting } from '@sync/gen/api'
import { useCallback, useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { dayIn, plusDays } from '@/kit/format/day'
import { useLocale } from '@/kit/format/Formats'
import { day as dayText } from '@/kit/format/time'
import { timeOfDay } from '@/kit/format/window'
import { newId } from '@/kit/guest/newId'
import { Screen } from '@/kit/layout/Screen'
import { ListScreen } from '@/kit/list/ListScreen'
import { PlainButton, PlainInput } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { Pending } from '@/kit/remote/Pending'
import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { blockForm } from '../blocks/blocks'
import { HeldDoors } from '../gate/HeldDoors'
import { directions } from '../slots/plans'
import { WaitingList } from '../waits/WaitingList'
import { waitForm } from '../waits/waitForm'
import { MoveTrailer } from '../yard/MoveTrailer'
import { appointmentForm, asksForDay, asksForLimit, cancelForm } from './appointmentForm'
import { bookedList } from './bookedList'
import { DayBoard } from './DayBoard'
import { timesOf } from './day'
import css from './Scheduler.module.css'
import type { SchedulerProps } from './search'
import { useOffer } from './useOffer'

const none: WarehouseBooked[] = []
const noDoors: string[] = []
const noBlocks: WarehouseBlock[] = []
const noneHeld: WarehouseHeldDoor[] = []

/** A warehouse's day by door and time: what is booked, what is free, and the loads that have no appointment. */
export function SchedulerScreen({ direction, search, onSearch }: SchedulerProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const { act } = useAct()
  const refusal = useRefusal()
  const may = useCan('book-appointments')
  const manages = useCan('manage-warehouses')
  const sites = useSites()
  const site = sites.find((s) => s.id === search.warehouse) ?? sites[0]
  const today = dayIn(site?.zone, Date.now())
  const on = search.day ?? today
  const got = useCall(
    'WarehousesSlots/getConsolidatedSlot',
    { WarehouseId: site?.id ?? '', SlotDate: on, ...(direction ? { Direction: direction } : {}) },
    { enabled: site !== undefined, everyMs: () => 30_000 },
  )
  const shown = got.data
  const find = (search.find ?? '').trim().toLowerCase()
  const all = shown?.Appointments ?? none
  const booked = useMemo(
    () =>
      find
        ? all.filter((b) =>
            [b.AppointmentNumber, b.Shipment, b.BOL, b.PRO, b.Reference, b.CarrierName].some((said) => said.toLowerCase().includes(find)),
          )
        : all,
    [all, find],
  )
  const set = (change: Partial<typeof search>) => onSearch({ ...search, ...change })
  const doors = shown?.Doors ?? noDoors
  const offer = useOffer(site?.id, doors)
  const given = [...new Set(shown?.Slots.map((s) => s.Direction))]
  const fresh = { WarehouseId: site?.id ?? '', Direction: direction ?? 'outbound', SlotDate: on, StartTime: '' }
  const book = (at: Partial<WarehouseSlotTime> & { Door?: string }) =>
    void openForm(appointmentForm(offer(at.Direction ?? direction), '', msg`Book an appointment`), {
      ...fresh,
      ...(at.Direction ? { Direction: at.Direction } : {}),
      StartTime: at.DisplayTimeValue ?? '',
      ...(at.Door ? { Door: at.Door } : {}),
    })
  const blockUp = useCallback(
    (block?: WarehouseBlock) =>
      void openForm(blockForm(doors), block ?? { WarehouseId: site?.id ?? '', Doors: [], FromDate: on, UntilDate: on }),
    [doors, on, site?.id],
  )
  const give = (load: WarehouseWaiting) =>
    void openForm(appointmentForm(offer(load.Inbound ? 'inbound' : 'outbound'), load.Shipment, msg`Book an appointment`), {
      ...fresh,
      Direction: load.Inbound ? 'inbound' : 'outbound',
      SlotDate: load.Inbound ? on : load.ShipOn,
      StartTime: load.PickupByFromTime,
      ShipmentId: load.ShipmentId,
    })
  const wait = (load?: WarehouseWaiting) => {
    const way = load ? (load.Inbound ? 'inbound' : 'outbound') : direction
    void openForm(waitForm(load?.Shipment ?? '', offer(way).types), {
      WaitId: newId(),
      WarehouseId: site?.id ?? '',
      Direction: way ?? 'outbound',
      FromDate: on,
      UntilDate: on,
      ...(load ? { ShipmentId: load.ShipmentId } : {}),
    })
  }
  const change = useCallback(
    (b: WarehouseBooked) => void openForm(appointmentForm(offer(b.Direction), b.Shipment, msg`Change the appointment`), requestOf(b)),
    [offer],
  )
  const move = (b: WarehouseBooked, to: { StartTime: string; Door: string }) => {
    const request = { ...requestOf(b), ...to, SlotDate: on }
    return act(async () => {
      try {
        await submit('WarehousesSlots/SaveAppointment', request)
      } catch (err) {
        if (!asksForDay(err) && !(manages && asksForLimit(err))) throw err
        await openForm(appointmentForm(offer(b.Direction), b.Shipment, msg`Change the appointment`, refusal.whole(err)), request)
      }
    })
  }
  const state = useCallback(
    (b: WarehouseBooked, State: string) =>
      act(async () => {
        const request = { AppointmentId: b.AppointmentId, State, Rev: b.Rev }
        try {
          await submit('WarehousesSlots/MoveAppointment', request)
        } catch (err) {
          if (!manages || !asksForLimit(err)) throw err
          await openForm(cancelForm(msg`Cancel ${b.AppointmentNumber}`, refusal.whole(err)), request)
        }
      }),
    [act, manages, refusal],
  )
  const list = useMemo(() => bookedList(may ? { change, state } : undefined), [may, change, state])
  const title = direction ? words(directions[direction]) : t`Dock scheduler`
  const controls = (
    <>
      <WarehouseChoice one sites={sites} value={site?.id ?? ''} onChoose={(warehouse) => set({ warehouse })} />
      <PlainButton onClick={() => set({ day: plusDays(on, -1) })} aria-label={t`Day before`}>
        ‹
      </PlainButton>
      <PlainInput
        type="date"
        aria-label={t`Day`}
        value={on}
        onChange={(e) => e.currentTarget.value && set({ day: e.currentTarget.value })}
      />
      <PlainButton onClick={() => set({ day: plusDays(on, 1) })} aria-label={t`Day after`}>
        ›
      </PlainButton>
      <PlainInput
        type="search"
        aria-label={t`Find`}
        placeholder={t`PRO, BOL, PO, appointment`}
        value={search.find ?? ''}
        onChange={(e) => set({ find: e.currentTarget.value || undefined })}
      />
      <PlainButton aria-pressed={search.as === 'list'} onClick={() => set({ as: search.as === 'list' ? undefined : 'list' })}>
        <Trans>List</Trans>
      </PlainButton>
      <MoveTrailer warehouse={site?.id} />
      {may && (
        <>
          <PlainButton onClick={() => blockUp()}>
            <Trans>Block…</Trans>
          </PlainButton>
          <Button onClick={() => book({})}>
            <Trans>Book</Trans>
          </Button>
        </>
      )}
    </>
  )
  return (
    <Screen
      title={title}
      below={shown && t`${dayText(on, locale)} · times on the clock of ${shown.TimeZone.replaceAll('_', ' ')}`}
      actions={controls}
    >
      <Pending called={got} offline={t`Appointments are read from the server. There is no connection.`}>
        {shown && shown.Slots.length === 0 && booked.length === 0 && (
          <p className={css.none}>
            <Trans>No slots are given out on this day. They are set up under Settings, Warehouse, Schedule/Slots.</Trans>
          </p>
        )}
        <div className={css.floor}>
          <div className={css.main}>
            {search.as === 'list' ? (
              <ListScreen spec={list} rows={booked.filter((b) => b.SlotDate === on)} />
            ) : (
              <DayBoard
                on={on}
                doors={shown?.Shown ?? noDoors}
                slots={shown?.Slots ?? []}
                booked={booked}
                blocks={shown?.Blocks ?? noBlocks}
                held={shown?.Held ?? noneHeld}
                now={shown?.Now.startsWith(on) ? shown.Now.slice(11) : undefined}
                {...(may ? { onChange: change, onMove: move, onBlock: blockUp } : {})}
              />
            )}
          </div>
          <aside className={css.side}>
            {site && shown && <WaitingList warehouse={site.id} zone={shown.TimeZone} may={may} onAdd={() => wait()} />}
            {site && on === today && may && <HeldDoors warehouse={site.id} zone={site.zone} />}
            <h2>
              <Trans>Not scheduled</Trans> <span>{shown?.Waiting.length ?? 0}</span>
            </h2>
            <ul className={css.waiting}>
              {shown?.Waiting.map((w) => (
                <li key={w.ShipmentId}>
                  <b>{w.Shipment}</b> {w.CarrierName || w.Carrier}
                  <br />
                  {w.Inbound ? w.FromName : w.ToName} · <Plural value={w.Pallets} one="# pallet" other="# pallets" />
                  {may && (
                    <span className={css.acts}>
                      <PlainButton onClick={() => give(w)} aria-label={t`Book ${w.Shipment}`}>
                        <Trans>Book</Trans>
                      </PlainButton>
                      <PlainButton onClick={() => wait(w)} aria-label={t`Add ${w.Shipment} to the waiting list`}>
                        <Trans>Wait</Trans>
                      </PlainButton>
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {shown && shown.Slots.length > 0 && (
              <table className={css.free}>
                <caption>
                  <Trans>Free</Trans>
                </caption>
                <thead>
                  <tr>
                    <td />
                    {given.map((d) => (
                      <th key={d} scope="col">
                        {words(directions[d as keyof typeof directions] ?? d)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {timesOf(shown.Slots).map(({ start, of }) => (
                    <tr key={start}>
                      <th scope="row">{timeOfDay(start)}</th>
                      {given.map((d) => {
                        const slot = of.find((s) => s.Direction === d)
                        return <td key={d}>{slot && <FreeSlot slot={slot} {...(may ? { onBook: book } : {})} />}</td>
                      })}
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </aside>
        </div>
      </Pending>
    </Screen>
  )
}

const requestOf = (b: WarehouseBooked) => ({
  AppointmentId: b.AppointmentId,
  Rev: b.Rev,
  WarehouseId: b.WarehouseId,
  Direction: b.Direction,
  SlotDate: b.SlotDate,
  StartTime: b.StartTime,
  Minutes: b.Minutes,
  Door: b.Door,
  ShipmentId: b.ShipmentId,
  Reference: b.Reference,
  Carrier: b.Carrier,
  Note: b.Note,
  LoadTypeId: b.LoadTypeId,
  PONumber: b.PONumber,
  BOLNumber: b.BOLNumber,
  LoadNumber: b.LoadNumber,
})

function FreeSlot({ slot, onBook }: { slot: WarehouseSlotTime; onBook?: (at: WarehouseSlotTime) => void }) {
  const { t } = useLingui()
  const words = useWords()
  const direction = words(directions[slot.Direction as keyof typeof directions] ?? slot.Direction)
  const why: Record<string, string> = {
    disabled: t`off`,
    holiday: slot.Holiday,
    hours: t`closed`,
    gap: t`clocks change`,
    block: slot.Block,
  }
  if (slot.Free === 0)
    return <span className={css.gone}>{slot.Closed ? why[slot.Closed] : slot.Held > 0 ? t`full, gate holds ${slot.Held}` : t`full`}</span>
  if (!onBook) return <>{slot.Free}</>
  return (
    <PlainButton
      onClick={() => onBook(slot)}
      aria-label={t`Book ${direction}, ${slot.DisplayTimeValue}: ${slot.Free} of ${slot.Capacity} free`}
    >
      {slot.Free}
    </PlainButton>
  )
}
