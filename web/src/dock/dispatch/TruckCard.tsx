import { Trans, useLingui } from '@lingui/react/macro'
import type { Drag } from '@/kit/drag/useDrag'
import { Ago, useLocale } from '@/kit/format/Formats'
import { clock } from '@/kit/format/time'
import { StatusBadge } from '@/kit/status/StatusBadge'
import type { Load } from '../load/load'
import css from './Dispatch.module.css'
import { here, waitingSince } from './dispatch'
import type { DispatchView } from './useDispatch'

interface TruckCardProps {
  load: Load
  view: DispatchView
  unsent: boolean
  held: boolean
  grip: Drag['grip']
  onSend: (load: string) => void
}

/** A truck that stands at no door. Enter or a tap asks for the door; it can be dragged there as well. */
export function TruckCard({ load, view, unsent, held, grip, onSend }: TruckCardProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const name = load.carrierName || load.carrier
  const since = waitingSince(load)
  return (
    <li className={css.card} data-held={held || undefined} data-here={here(load) || undefined}>
      <button
        type="button"
        className={css.truck}
        data-stop={load.id}
        aria-label={t`${name}, bill ${load.bol}: choose a door`}
        onClick={() => onSend(load.id)}
        {...grip(load.id)}
      >
        <span className={css.who}>
          <strong>{name}</strong>
          {load.dueAt && <time dateTime={load.dueAt}>{clock(load.dueAt, locale, view.site?.zone)}</time>}
        </span>
        <span className={css.line}>
          {load.driverName || load.consignee}
          {load.door && (
            <>
              {' · '}
              <Trans>Door {load.door}</Trans>
            </>
          )}
        </span>
        <span className={css.marks}>
          {here(load) && since && (
            <span className={css.since}>
              <Trans>
                here <Ago at={since} />
              </Trans>
            </span>
          )}
          {view.late.has(load.id) && <StatusBadge hue="attention" label={t`late`} />}
          {load.hazmat.length > 0 && <StatusBadge hue="attention" label={t`Hazmat`} />}
          {unsent && <StatusBadge hue="waiting" label={t`not sent yet`} />}
        </span>
      </button>
      <span className={css.grip} aria-hidden="true" {...grip(load.id, true)} />
    </li>
  )
}
