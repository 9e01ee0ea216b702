import { Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { useDrag } from '@/kit/drag/useDrag'
import { feedback } from '@/kit/feedback/feedback'
import { PlainButton } from '@/kit/plain/Plain'
import { useWaiting } from '@/kit/remote/waiting'
import { WarehouseChoice } from '@/kit/report/Sites'
import { MoveTrailer } from '@/warehouse/public'
import type { Load } from '../load/load'
import css from './Dispatch.module.css'
import { DoorTile } from './DoorTile'
import { inTheWay } from './dispatch'
import { PickDoor } from './PickDoor'
import { PickTruck } from './PickTruck'
import type { DispatchSearch } from './search'
import { TruckCard } from './TruckCard'
import { useDispatch } from './useDispatch'

interface DispatchScreenProps {
  search: DispatchSearch
  onSearch: (search: DispatchSearch) => void
}

interface Said {
  text: string
  bad?: boolean
  undo?: { load: string; door: string }
  /** The truck that was sent to a door: its trailer may stand elsewhere in the yard. */
  sent?: { load: string; door: string }
}

/** The doors of a warehouse, who loads what, who waits. Trucks are sent to doors by drag, by keyboard or by tap, with a network or without. */
export function DispatchScreen({ search, onSearch }: DispatchScreenProps) {
  const { t } = useLingui()
  const view = useDispatch(search.warehouse)
  const unsent = useWaiting('dock_shipment')
  const [said, setSaid] = useState<Said>()
  const [sending, setSending] = useState<string>()
  const [filling, setFilling] = useState<string>()
  const shown = useRef(view)
  shown.current = view

  const assign = useCallback(
    async (id: string, to: string) => {
      const now = shown.current
      const load = now && find(now, id)
      if (!now || !load || load.door === to) return
      const name = load.carrierName || load.carrier
      const other = inTheWay(
        load,
        now.doors.find((d) => d.name === to),
      )
      if (other) {
        feedback('bad')
        return setSaid({ text: t`Door ${to} is taken: ${other.carrierName || other.carrier}, bill ${other.bol}.`, bad: true })
      }
      if (to === '' && load.loadedPallets > 0) {
        feedback('bad')
        return setSaid({ text: t`${name} is partly loaded. Send it to another door instead.`, bad: true })
      }
      await send('DockView/AssignDoor', { ShipmentId: id, Door: to })
      feedback('good')
      setSaid({
        text: to ? t`${name} is sent to door ${to}.` : t`${name} waits for a door.`,
        undo: { load: id, door: load.door },
        ...(to ? { sent: { load: id, door: to } } : {}),
      })
    },
    [t],
  )
  const drag = useDrag((load, door) => void assign(load, door))
  if (!view) return <div aria-busy="true" />

  const late = (s: Load) => view.late.has(s.id)
  const only = <T extends Load>(list: T[]) => (search.late ? list.filter(late) : list)
  const set = (change: Partial<DispatchSearch>) => onSearch({ ...search, ...change })
  const sent = sending ? find(view, sending) : undefined
  const held = drag.held ? find(view, drag.held) : undefined
  const doors = search.late ? view.doors.filter((d) => d.at && late(d.at)) : view.doors
  const card = (load: Load) => (
    <TruckCard
      key={load.id}
      load={load}
      view={view}
      unsent={unsent.has(load.id)}
      held={drag.held === load.id}
      grip={drag.grip}
      onSend={setSending}
    />
  )
  return (
    <div className={css.screen} data-dragging={drag.held ? true : undefined}>
      <div className={css.top}>
        <h1>
          <Trans>Dispatch</Trans>
          {view.site && ` · ${view.site.name}`}
        </h1>
        <WarehouseChoice one sites={view.sites} value={view.site?.id ?? ''} onChoose={(warehouse) => set({ warehouse })} />
        <dl className={css.sums}>
          <Sum label={t`Waiting trucks`} n={view.yard.length} hue={view.yard.length > 0 ? 'waiting' : undefined} />
          <Sum label={t`Loading`} n={view.loading} />
          <Sum label={t`Free doors`} n={view.free} />
        </dl>
        <button
          type="button"
          className={css.late}
          aria-pressed={search.late ?? false}
          onClick={() => set({ late: search.late ? undefined : true })}
        >
          <Trans>Late</Trans> <b>{view.late.size}</b>
        </button>
        <MoveTrailer warehouse={view.site?.id} />
      </div>
      <div className={css.said} role={said?.bad ? 'alert' : 'status'} data-bad={said?.bad}>
        {said?.text}
        {said?.undo && (
          <PlainButton
            onClick={() => {
              const { undo } = said
              setSaid(undefined)
              if (undo) void send('DockView/AssignDoor', { ShipmentId: undo.load, Door: undo.door })
            }}
          >
            <Trans>Undo</Trans>
          </PlainButton>
        )}
        {said?.sent && (
          <MoveTrailer
            key={`${said.sent.load} ${said.sent.door}`}
            warehouse={view.site?.id}
            shipment={said.sent.load}
            door={said.sent.door}
          />
        )}
      </div>
      <div className={css.floor}>
        <section className={css.queue} aria-labelledby="waiting" data-drop="" data-over={drag.over === '' || undefined} onKeyDown={arrows}>
          <h2 id="waiting">
            <Trans>Waiting for a door</Trans> <span>{only(view.yard).length}</span>
          </h2>
          {only(view.yard).length > 0 ? (
            <ul className={css.cards}>{only(view.yard).map(card)}</ul>
          ) : (
            <p className={css.none}>
              {search.late ? <Trans>No late trucks waiting.</Trans> : <Trans>No trucks waiting. Arrivals appear here.</Trans>}
            </p>
          )}
        </section>
        <section className={css.doors} aria-labelledby="doors" onKeyDown={arrows}>
          <h2 id="doors">
            <Trans>Doors</Trans> <span>{doors.length}</span>
          </h2>
          {view.doors.length === 0 && (
            <p className={css.none}>
              <Trans>This warehouse has no doors yet. An administrator keeps them in Settings, Warehouse.</Trans>
            </p>
          )}
          <ul className={css.tiles}>
            {doors.map((door) => (
              <DoorTile
                key={door.name}
                door={door}
                view={view}
                unsent={unsent}
                held={held}
                over={drag.over === door.name}
                grip={drag.grip}
                onSend={setSending}
                onFill={setFilling}
              />
            ))}
          </ul>
        </section>
        <section className={css.coming} aria-labelledby="coming" data-drop="" onKeyDown={arrows}>
          <h2 id="coming">
            <Trans>Expected today</Trans> <span>{only(view.coming).length}</span>
          </h2>
          {only(view.coming).length > 0 ? (
            <ul className={css.cards}>{only(view.coming).map(card)}</ul>
          ) : (
            <p className={css.none}>{search.late ? <Trans>No late trucks.</Trans> : <Trans>No further truck is expected today.</Trans>}</p>
          )}
        </section>
      </div>
      {held && (
        <div ref={drag.ghost} className={css.ghost} aria-hidden="true">
          {held.carrierName || held.carrier}
        </div>
      )}
      {sent && (
        <PickDoor
          load={sent}
          view={view}
          onClose={() => setSending(undefined)}
          onPick={(door) => {
            setSending(undefined)
            void assign(sent.id, door)
          }}
        />
      )}
      {filling !== undefined && (
        <PickTruck
          door={filling}
          view={view}
          onClose={() => setFilling(undefined)}
          onPick={(load) => {
            setFilling(undefined)
            void assign(load, filling)
          }}
        />
      )}
    </div>
  )
}

function Sum({ label, n, hue }: { label: string; n: number; hue?: string }) {
  return (
    <div data-hue={hue}>
      <dt>{label}</dt>
      <dd>{n}</dd>
    </div>
  )
}

function find(view: { doors: { at: Load | undefined; next: Load[] }[]; yard: Load[]; coming: Load[] }, id: string): Load | undefined {
  return [...view.yard, ...view.coming, ...view.doors.flatMap((d) => (d.at ? [d.at, ...d.next] : d.next))].find((s) => s.id === id)
}

const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** The arrows go from one truck or door to the next as they lie on the screen. */
function arrows(e: KeyboardEvent<HTMLElement>) {
  const step = steps[e.key]
  const from = document.activeElement
  if (!step || !(from instanceof HTMLElement) || !from.dataset.stop) return
  e.preventDefault()
  const [dx, dy] = step
  const here = middle(from)
  let best: HTMLElement | undefined
  let least = Number.POSITIVE_INFINITY
  for (const to of e.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')) {
    const there = middle(to)
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx)
    const far = along + 3 * aside
    if (along > 4 && far < least) {
      best = to
      least = far
    }
  }
  best?.focus()
}

function middle(of: Element) {
  const r = of.getBoundingClientRect()
  return { x: r.left + r.width / 2, y: r.top + r.height / 2 }
}
