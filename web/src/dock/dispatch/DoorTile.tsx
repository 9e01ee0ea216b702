import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Drag } from '@/kit/drag/useDrag'
import { Ago, useLocale } from '@/kit/format/Formats'
import { clock } from '@/kit/format/time'
import { Icon } from '@/kit/icon/Icon'
import { StatusBadge } from '@/kit/status/StatusBadge'
import type { Load } from '../load/load'
import { loadStates } from '../load/words'
import css from './Dispatch.module.css'
import { type Door, inTheWay, stalled } from './dispatch'
import type { DispatchView } from './useDispatch'

interface DoorTileProps {
  door: Door
  view: DispatchView
  unsent: ReadonlySet<string>
  /** What is being dragged. */
  held: Load | undefined
  over: boolean
  grip: Drag['grip']
  onSend: (load: string) => void
  onFill: (door: string) => void
}

/** A door: who stands there, how far the loading is, who does it, and who comes next. */
export function DoorTile({ door, view, unsent, held, over, grip, onSend, onFill }: DoorTileProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { at } = door
  const first = door.next[0]
  const refuses = held ? inTheWay(held, door) !== undefined : false
  const mark = at?.state ?? 'free'
  return (
    <li
      className={css.tile}
      data-drop={door.name}
      data-state={mark}
      data-late={(at && view.late.has(at.id)) || undefined}
      data-over={over || undefined}
      data-refuses={refuses || undefined}
    >
      {at ? (
        <>
          <button
            type="button"
            className={css.inside}
            data-stop={door.name}
            aria-label={t`Door ${door.name}: ${at.carrierName || at.carrier}, ${at.loadedPallets} of ${at.totalPallets} pallets. Choose another door`}
            onClick={() => onSend(at.id)}
            {...grip(at.id)}
          >
            <Name name={door.name} state={<StatusBadge hue={loadStates[at.state].hue} label={loadStates[at.state].label} />} />
            <strong className={css.carrier}>{at.carrierName || at.carrier}</strong>
            <span className={css.count}>
              <span className={css.bar}>
                <span style={{ inlineSize: `${at.totalPallets > 0 ? Math.min(100, (100 * at.loadedPallets) / at.totalPallets) : 0}%` }} />
              </span>
              <span className="numbers">
                {at.loadedPallets}/{at.totalPallets}
              </span>
            </span>
            <Who load={at} />
            <span className={css.marks}>
              {view.late.has(at.id) && <StatusBadge hue="attention" label={t`late`} />}
              {stalled(at, view.now) && <StatusBadge hue="attention" label={t`no scan`} />}
              {unsent.has(at.id) && <StatusBadge hue="waiting" label={t`not sent yet`} />}
            </span>
          </button>
          <span className={css.grip} aria-hidden="true" {...grip(at.id, true)} />
        </>
      ) : (
        <button
          type="button"
          className={css.inside}
          data-stop={door.name}
          aria-label={t`Door ${door.name} is free: choose a truck`}
          onClick={() => onFill(door.name)}
        >
          <Name
            name={door.name}
            state={
              <span className={css.free}>
                <Trans>free</Trans>
              </span>
            }
          />
          <span className={css.add}>
            <Icon name="plus" /> <Trans>Send a truck</Trans>
          </span>
        </button>
      )}
      {first && (
        <button
          type="button"
          className={css.next}
          aria-label={t`Next at door ${door.name}: ${first.carrierName || first.carrier}. Choose another door`}
          onClick={() => onSend(first.id)}
          {...grip(first.id)}
        >
          <span>
            <Trans>Next:</Trans> {first.carrierName || first.carrier}
          </span>{' '}
          {first.dueAt && <time dateTime={first.dueAt}>{clock(first.dueAt, locale, view.site?.zone)}</time>}
          {view.late.has(first.id) && <StatusBadge hue="attention" label={t`late`} />}
          {door.next.length > 1 && (
            <small>
              <Plural value={door.next.length - 1} one="and # more" other="and # more" />
            </small>
          )}
        </button>
      )}
    </li>
  )
}

const Name = ({ name, state }: { name: string; state: React.ReactNode }) => (
  <span className={css.head}>
    <b className={css.name}>{name}</b>
    {state}
  </span>
)

/** Who has loaded on it, the latest to join first, and when somebody last did. */
function Who({ load }: { load: Load }) {
  const crew = (load.crew ?? []).map((h) => h.name).reverse() // a row of an earlier version has none until it is pulled again
  return (
    <span className={css.line}>
      {crew.length > 0 ? crew.slice(0, 2).join(', ') : load.driverName || load.consignee}
      {crew.length > 2 && ` +${crew.length - 2}`}
      {load.workedAt && (
        <>
          {' · '}
          <Ago at={load.workedAt} />
        </>
      )}
    </span>
  )
}
