import { Trans, useLingui } from '@lingui/react/macro'
import type { RoutingPlannedStop, RoutingPlannedTrip, RoutingScenario } from '@sync/gen/api'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { count, money } from '@/kit/format/measure'
import { timeOfDay } from '@/kit/format/window'
import { zoneName } from '@/kit/format/zone'
import { PageLink } from '@/kit/page/PageLink'
import { Checkbox } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { beside, clockOn, filled, type Move } from './figures'
import css from './Scenario.module.css'
import { StopOrders } from './StopOrders'
import { exceeded } from './words'

interface RouteCardProps {
  of: RoutingPlannedTrip
  s: RoutingScenario
  rich: boolean
  chosen: boolean
  onChoose: ((on: boolean) => void) | undefined
  onMove: Move | undefined
}

/** What a drag carries: the orders of a stop. */
export const carried = 'application/x-lading-orders'
export const ordersOf = (e: DragEvent): string[] => {
  const text = e.dataTransfer.getData(carried)
  return text ? (JSON.parse(text) as string[]) : [] // written by us when the drag began
}
export const carries = (e: DragEvent) => e.dataTransfer.types.includes(carried)

/** One planned truck: its stops in order, what it holds and costs, and which limits it exceeds. */
export function RouteCard({ of: r, s, rich, chosen, onChoose, onMove }: RouteCardProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const [over, setOver] = useState<number>()
  const made = r.Shipments.filter((m) => !m.Ended)
  const move = made.length === 0 ? onMove : undefined
  const fill = filled(r, s.Values)
  const hours = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  const drop = (e: DragEvent, Stop: number) => {
    e.preventDefault()
    e.stopPropagation()
    setOver(undefined)
    const ids = ordersOf(e)
    if (move && ids.length > 0) void move(ids, { RouteId: r.RouteId, Stop })
  }
  const hover = (e: DragEvent, Stop: number) => {
    if (!move || !carries(e)) return
    e.preventDefault()
    e.stopPropagation()
    setOver(Stop)
  }
  const at = (e: DragEvent, n: number) => {
    const box = e.currentTarget.getBoundingClientRect()
    return e.clientY > box.top + box.height / 2 ? n + 1 : n
  }
  return (
    <section
      className={css.route}
      aria-label={t`Route ${r.RouteNumber}`}
      data-fault={r.Faults.length > 0 || undefined}
      onDragOver={(e) => hover(e, r.Stops.length)}
      onDragLeave={() => setOver(undefined)}
      onDrop={(e) => drop(e, r.Stops.length)}
    >
      <header>
        <h2>
          {onChoose && made.length === 0 && r.Faults.length === 0 ? (
            <Checkbox label={r.RouteNumber} checked={chosen} onChange={(e) => onChoose(e.currentTarget.checked)} />
          ) : (
            r.RouteNumber
          )}
        </h2>
        <span>{r.Vehicle ? `${r.Vehicle} · ${r.Driver || t`no driver`}` : r.CarrierName || t`no contract`}</span>
        {rich && (
          <b title={r.Contract}>
            {money(r.CostMinor, s.Currency, locale)} <small>{t`alone ${money(r.AloneMinor, s.Currency, locale)}`}</small>
          </b>
        )}
      </header>
      <p className={css.facts}>
        {count(r.Miles, locale)} mi · {t`${hours(r.DriveMinutes)} h driving`} · {count(r.Pounds, locale)} lb ·{' '}
        {t`${count(r.Pallets, locale)} pallets`}
        {r.CubicFeet > 0 && <> · {count(r.CubicFeet, locale)} ft³</>} · {t`${fill} % full`}
        {r.Rests > 0 && <> · {t`rests: ${r.Rests}`}</>}
      </p>
      {r.Faults.length > 0 && (
        <ul className={css.faults} aria-label={t`Limits exceeded`}>
          {r.Faults.map((f) => (
            <li key={`${f.Code}/${f.Stop}/${f.OrderNumber}`}>
              {words(exceeded[f.Code] ?? f.Code)}
              {f.Stop >= 0 && ` (${f.Stop + 1})`}
            </li>
          ))}
        </ul>
      )}
      {r.KeepApart.length > 0 && (
        <p className={css.depart}>
          {t`Load apart (49 CFR 177.848):`} {r.KeepApart.map((p) => `${p.One} / ${p.Other}`).join(', ')}
        </p>
      )}
      <PageLink to={{ page: 'TruckBuilder', search: { orders: numbersOf(r, s).join(',') } }} otherwise={null}>
        <Trans>Load plan</Trans>
      </PageLink>
      <p className={css.depart}>
        <Trans>
          Leaves {s.WHSE} <Clock at={r.Depart} first={s.ShipOn} />
        </Trans>
      </p>
      <ol className={css.stops} aria-label={t`Stops of route ${r.RouteNumber}`}>
        {r.Stops.map((stop, n) => (
          <li
            key={stop.OrderIds[0]}
            data-over={over === n || undefined}
            draggable={move !== undefined}
            onDragStart={(e) => {
              e.dataTransfer.setData(carried, JSON.stringify(stop.OrderIds))
              e.dataTransfer.effectAllowed = 'move'
            }}
            onDragOver={(e) => hover(e, at(e, n))}
            onDrop={(e) => drop(e, at(e, n))}
          >
            <Stop of={stop} n={n} r={r} s={s} rich={rich} move={move} made={made.filter((m) => m.Stop === n)} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The numbers of a route's orders, in the order of delivery. */
const numbersOf = (r: RoutingPlannedTrip, s: RoutingScenario) => {
  const numbers = new Map(s.Orders.map((o) => [o.OrderId, o.OrderNumber]))
  return r.Stops.flatMap((stop) => stop.OrderIds.flatMap((id) => numbers.get(id) ?? []))
}

/** The stop that a key has moved, by route, place and first order: it has the focus where it goes to, so that it can be moved on. */
let wanted: string | undefined

interface StopProps {
  of: RoutingPlannedStop
  n: number
  r: RoutingPlannedTrip
  s: RoutingScenario
  rich: boolean
  move: Move | undefined
  made: RoutingPlannedTrip['Shipments']
}

function Stop({ of: stop, n, r, s, rich, move, made }: StopProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const [open, setOpen] = useState(false)
  const id = stop.OrderIds[0]
  const key = (e: KeyboardEvent) => {
    if (!e.altKey || !move || !e.key.startsWith('Arrow')) return
    e.preventDefault() // the browser would go back a page
    const to = beside(s.Routes, { RouteId: r.RouteId, Stop: n }, e.key)
    if (!to) return
    wanted = `${to.RouteId}/${to.RouteId === r.RouteId && to.Stop > n ? to.Stop - 1 : to.Stop}/${id}`
    void move(stop.OrderIds, to)
  }
  return (
    <>
      <button
        type="button"
        ref={(el) => {
          if (!el || wanted !== `${r.RouteId}/${n}/${id}`) return
          wanted = undefined
          el.focus()
        }}
        aria-expanded={open}
        aria-keyshortcuts={move ? 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={key}
      >
        <b>
          {n + 1}. {stop.Consignee.name}
        </b>
        <span>
          {stop.Consignee.city} {stop.Consignee.state} {stop.Consignee.zip}
        </span>
        <span data-late={stop.Late || undefined}>
          <Clock at={stop.Begin} first={s.ShipOn} /> {stop.Zone && zoneName(stop.Zone, stop.Begin.slice(0, 10), locale)} ·{' '}
          {count(stop.Miles, locale)} mi
        </span>
        <span>
          {count(stop.Pounds, locale)} lb · {t`${count(stop.Pallets, locale)} pallets`}
        </span>
      </button>
      {made.map((m) => (
        <PageLink key={m.ShipmentId} to={{ page: 'ShipmentDetails', params: { shipmentid: m.ShipmentId } }}>
          {m.Number}
        </PageLink>
      ))}
      {open && <StopOrders ids={stop.OrderIds} s={s} rich={rich} move={move} here={{ RouteId: r.RouteId, Stop: n }} />}
    </>
  )
}

/** A time of the warehouse's or receiver's clock, with the days after the ship date. */
export function Clock({ at, first }: { at: string; first: string }) {
  const { clock, days } = clockOn(at, first)
  return (
    <>
      {timeOfDay(clock)}
      {days > 0 && ` +${days} d`}
    </>
  )
}
