import { Trans, useLingui } from '@lingui/react/macro'
import { useLocale } from '@/kit/format/Formats'
import { clock } from '@/kit/format/time'
import { MoveTrailer } from '@/warehouse/public'
import type { Load } from '../load/load'
import { PanelFrame } from '../loading/PanelFrame'
import css from './Dispatch.module.css'
import type { DispatchView } from './useDispatch'

interface PickTruckProps {
  door: string
  view: DispatchView
  onPick: (load: string) => void
  onClose: () => void
}

/** Which truck comes to a free door? Those that wait stand first. */
export function PickTruck({ door, view, onPick, onClose }: PickTruckProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const row = (load: Load) => (
    <li key={load.id}>
      <button type="button" className={css.choice} data-wide onClick={() => onPick(load.id)}>
        <b>{load.carrierName || load.carrier}</b>
        <small>
          {[
            load.dueAt ? clock(load.dueAt, locale, view.site?.zone) : '',
            load.driverName || load.consignee,
            load.door ? t`Door ${load.door}` : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </button>
    </li>
  )
  const others = view.coming.filter((s) => s.door !== door)
  return (
    <PanelFrame title={t`Which truck for door ${door}?`} onClose={onClose}>
      {view.yard.length + others.length === 0 && (
        <p>
          <Trans>No trucks waiting or expected today.</Trans>
        </p>
      )}
      {view.yard.length > 0 && (
        <>
          <h2>
            <Trans>Waiting for a door</Trans>
          </h2>
          <ul className={css.list}>{view.yard.map(row)}</ul>
        </>
      )}
      {others.length > 0 && (
        <>
          <h2>
            <Trans>Expected today</Trans>
          </h2>
          <ul className={css.list}>{others.map(row)}</ul>
        </>
      )}
      <MoveTrailer warehouse={view.site?.id} door={door} onClose={onClose} />
    </PanelFrame>
  )
}
