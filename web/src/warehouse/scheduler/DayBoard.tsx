import { Trans, useLingui } from '@lingui/react/macro'
import type { WarehouseBlock, WarehouseBooked, WarehouseHeldDoor, WarehouseSlotTime } from '@sync/gen/api'
import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react'
import { timeOfDay } from '@/kit/format/window'
import { Scrolls } from '@/kit/panel/Scrolls'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { clockOf, hoursOf, type Keeps, kept, minutesOf, placed, spanOn, within } from './day'
import css from './Scheduler.module.css'
import { standing } from './states'

interface DayBoardProps {
  /** The day that is drawn. */
  on: string
  doors: readonly string[]
  slots: readonly WarehouseSlotTime[]
  booked: readonly WarehouseBooked[]
  blocks: readonly WarehouseBlock[]
  /** Doors that gates keep for the trucks that they admit. */
  held: readonly WarehouseHeldDoor[]
  /** HH:MM on the warehouse's clock, where the day is today. */
  now?: string | undefined
  onChange?: (b: WarehouseBooked) => void
  onMove?: (b: WarehouseBooked, to: { StartTime: string; Door: string }) => Promise<boolean>
  onBlock?: (block: WarehouseBlock) => void
}

/** Pixels of a minute. */
const scale = 1.2
/** A pointer that moved less than this has pressed, not dragged. */
const slack = 6

interface Held {
  booked: WarehouseBooked
  x: number
  y: number
  dx: number
  dy: number
  to?: { StartTime: string; Door: string } | undefined
}

/** Doors across, time down. An appointment is dragged to another time or door, or pressed and changed in its form. */
export function DayBoard({ on, doors, slots, booked, blocks, held: atGate, now, onChange, onMove, onBlock }: DayBoardProps) {
  const { t } = useLingui()
  const [held, setHeld] = useState<Held>()
  /** A press that has dragged opens nothing when it ends; a key does. */
  const dragged = useRef(false)
  const { from, to } = hoursOf(on, slots, booked)
  const starts = [...new Set(slots.map((s) => s.DisplayTimeValue))].sort()
  const long = new Map(slots.map((s) => [s.DisplayTimeValue, s.SlotMinutes]))
  const free = new Set(slots.filter((s) => s.Free > 0).map((s) => s.DisplayTimeValue))
  const top = (minutes: number) => (minutes - from) * scale
  const columns = ['', ...doors]
  const board = useRef<HTMLDivElement>(null)
  const today = now !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each day that is opened, not with each minute
  useEffect(() => {
    const scrolls = board.current?.parentElement
    if (scrolls && now) scrolls.scrollTop = Math.max(0, top(minutesOf(now) - 60))
  }, [on, today])

  /** The slot and the door below a point of the screen. */
  const below = (x: number, y: number, direction: string) => {
    const column = document
      .elementsFromPoint(x, y)
      .find((el): el is HTMLElement => el instanceof HTMLElement && el.dataset.door !== undefined)
    if (!column) return undefined
    const at = from + (y - column.getBoundingClientRect().top) / scale
    const slot = slots.find(
      (s) => s.Direction === direction && minutesOf(s.DisplayTimeValue) <= at && at < minutesOf(s.DisplayTimeValue) + s.SlotMinutes,
    )
    return slot && { StartTime: slot.DisplayTimeValue, Door: column.dataset.door ?? '' }
  }
  const grip = (b: WarehouseBooked) =>
    onMove && b.State !== 'done'
      ? {
          onPointerDown: (e: PointerEvent<HTMLElement>) => {
            // A finger scrolls the board and opens what it presses; it is moved in its form.
            if (e.button !== 0 || e.pointerType !== 'mouse') return
            dragged.current = false
            e.currentTarget.setPointerCapture(e.pointerId)
            setHeld({ booked: b, x: e.clientX, y: e.clientY, dx: 0, dy: 0 })
          },
          onPointerMove: (e: PointerEvent<HTMLElement>) => {
            if (held?.booked !== b) return
            const dx = e.clientX - held.x
            const dy = e.clientY - held.y
            if (Math.hypot(dx, dy) >= slack) dragged.current = true
            setHeld({ ...held, dx, dy, to: Math.hypot(dx, dy) < slack ? undefined : below(e.clientX, e.clientY, b.Direction) })
          },
          onPointerUp: () => {
            const to = held?.to
            if (to && (to.StartTime !== b.StartTime || to.Door !== b.Door || b.SlotDate !== on))
              void onMove(b, to).then(() => setHeld(undefined))
            else setHeld(undefined)
          },
          onPointerCancel: () => setHeld(undefined),
        }
      : {}
  const conflict = held?.to && overlaps(on, booked, { blocks, held: atGate }, held.booked, held.to)
  return (
    <Scrolls className={css.scroll} label={t`The day by door and time`}>
      <div
        ref={board}
        className={css.board}
        style={{ '--columns': columns.length, '--height': `${(to - from) * scale}px` } as CSSProperties /* our own variables */}
      >
        <div className={css.hours} aria-hidden>
          {Array.from({ length: (to - from) / 60 + 1 }, (_, i) => from + i * 60).map((m) => (
            <span key={m} style={{ top: `${top(m)}px` }}>
              {timeOfDay(clockOf(m))}
            </span>
          ))}
        </div>
        {columns.map((door) => {
          const own = booked.filter((b) => (door === '' ? b.Door === '' || !doors.includes(b.Door) : b.Door === door))
          return (
            <section key={door} className={css.column} aria-label={door ? t`Door ${door}` : t`No door yet`}>
              <h2>{door ? t`Door ${door}` : t`No door yet`}</h2>
              <div className={css.track} data-door={door} data-over={held?.to?.Door === door || undefined}>
                {starts.map((s) => (
                  <div
                    key={s}
                    className={css.cell}
                    data-free={free.has(s) || undefined}
                    data-target={(held?.to?.Door === door && held.to.StartTime === s) || undefined}
                    data-conflict={(conflict && held?.to?.Door === door && held.to.StartTime === s) || undefined}
                    style={{ top: `${top(minutesOf(s))}px`, height: `${(long.get(s) ?? 0) * scale}px` }}
                  />
                ))}
                {blocks
                  .filter((b) => door !== '' && (b.Doors.length === 0 || b.Doors.includes(door)))
                  .map((b) => {
                    const { start, end } = within(on, b)
                    const [first, last] = [Math.max(from, start), Math.min(to, end)]
                    if (first >= last) return null
                    return (
                      <button
                        key={b.BlockId}
                        type="button"
                        className={css.blocked}
                        disabled={!onBlock}
                        style={{ top: `${top(first)}px`, height: `${(last - first) * scale}px` }}
                        onClick={() => onBlock?.(b)}
                      >
                        <span className={css.said}>
                          <Trans>Blocked: {b.Reason}</Trans>
                        </span>
                      </button>
                    )
                  })}
                {atGate
                  .filter((h) => h.Door === door)
                  .map((h) => {
                    const { start, end } = spanOn(on, h)
                    const [first, last] = [Math.max(from, start), Math.min(to, end)]
                    if (first >= last) return null
                    const until = timeOfDay(clockOf(minutesOf(h.StartTime) + h.Minutes))
                    return (
                      <div key={h.LeaseId} className={css.atGate} style={{ top: `${top(first)}px`, height: `${(last - first) * scale}px` }}>
                        <span className={css.said}>
                          <Trans>Held by a gate until {until}</Trans>
                        </span>
                      </div>
                    )
                  })}
                {now && minutesOf(now) >= from && minutesOf(now) < to && (
                  <div className={css.now} style={{ top: `${top(minutesOf(now))}px` }} />
                )}
                <ul>
                  {placed(on, own).map(({ booked: b, start, end, lane, lanes }) => {
                    const moved = held?.booked === b && Math.hypot(held.dx, held.dy) >= slack
                    return (
                      <li
                        key={b.AppointmentId}
                        className={css.block}
                        data-state={b.State}
                        data-held={moved || undefined}
                        style={{
                          top: `${top(start)}px`,
                          height: `${(end - start) * scale - 2}px`,
                          insetInlineStart: `${(lane / lanes) * 100}%`,
                          width: `${100 / lanes}%`,
                          ...(moved ? { transform: `translate(${held.dx}px, ${held.dy}px)` } : {}),
                        }}
                      >
                        <button
                          type="button"
                          disabled={!onChange}
                          onClick={(e) => (e.detail === 0 || !dragged.current) && onChange?.(b)}
                          {...grip(b)}
                        >
                          <b>{timeOfDay(b.StartTime)}</b> {b.Shipment || b.Reference}
                          <span>{b.CarrierName}</span>
                          {(b.State !== 'booked' || b.ConfirmedAt) && <StatusBadge {...standing(b)} />}
                        </button>
                      </li>
                    )
                  })}
                </ul>
              </div>
            </section>
          )
        })}
      </div>
    </Scrolls>
  )
}

/** Whether another appointment stands at the door where this one would be put, or the door takes none then. */
function overlaps(
  on: string,
  all: readonly WarehouseBooked[],
  keeps: Keeps,
  held: WarehouseBooked,
  to: { StartTime: string; Door: string },
) {
  const start = minutesOf(to.StartTime)
  if (to.Door === '') return false
  if (kept(on, to.Door, start, held.Minutes, keeps)) return true
  return all.some(
    (b) =>
      b !== held && b.Door === to.Door && b.State !== 'no-show' && spanOn(on, b).start < start + held.Minutes && start < spanOn(on, b).end,
  )
}
