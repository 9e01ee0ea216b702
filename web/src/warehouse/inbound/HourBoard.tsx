import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { WarehouseComing } from '@sync/gen/api'
import { useLocale } from '@/kit/format/Formats'
import { day } from '@/kit/format/time'
import { timeOfDay } from '@/kit/format/window'
import { PageLink } from '@/kit/page/PageLink'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { earlier, hoursOf } from './hours'
import css from './Inbound.module.css'
import { inboundStates } from './states'

/** The day by hour, down, and door, across. */
export function HourBoard({ on, doors, rows }: { on: string; doors: readonly string[]; rows: readonly WarehouseComing[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const columns = ['', ...doors.filter((d) => rows.some((r) => r.door === d))]
  return (
    <section className={css.board} aria-label={t`Trucks by hour and door`}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Time</Trans>
            </th>
            {columns.map((d) => (
              <th key={d} scope="col">
                {d ? <Trans>Door {d}</Trans> : <Trans>No door</Trans>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hoursOf(rows, on).map(({ hour, of }) => (
            <tr key={hour}>
              <th scope="row">{hour === earlier ? <Trans>Earlier days</Trans> : hour ? timeOfDay(hour) : <Trans>No time</Trans>}</th>
              {columns.map((d) => (
                <td key={d}>
                  {of
                    .filter((r) => (doors.includes(r.door) ? r.door : '') === d)
                    .map((r) => (
                      <div key={r.key} className={css.truck}>
                        <StatusBadge {...inboundStates[r.state]} />{' '}
                        {r.shipmentId ? (
                          <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: r.shipmentId } }}>{r.shipment}</PageLink>
                        ) : (
                          <b>{r.reference}</b>
                        )}
                        <small>
                          {[r.day !== on && day(r.day, locale), r.start && timeOfDay(r.start), r.from, r.carrier]
                            .filter(Boolean)
                            .join(' · ')}
                          {r.pallets > 0 && (
                            <>
                              {' · '}
                              <Plural value={r.pallets} one="# pallet" other="# pallets" />
                            </>
                          )}
                        </small>
                      </div>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
