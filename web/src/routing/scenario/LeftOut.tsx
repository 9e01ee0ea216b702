import { Trans, useLingui } from '@lingui/react/macro'
import type { RoutingScenario } from '@sync/gen/api'
import { useLocale } from '@/kit/format/Formats'
import { count, money } from '@/kit/format/measure'
import { useWords } from '@/kit/words/words'
import type { Move } from './figures'
import { carried, carries, ordersOf } from './RouteCard'
import css from './Scenario.module.css'
import { MoveTo } from './StopOrders'
import { idle, leftOut } from './words'

/** The orders on no route, each with the reason. A stop that is dragged here leaves its route. */
export function LeftOut({ s, rich, onMove }: { s: RoutingScenario; rich: boolean; onMove: Move | undefined }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const money_ = (minor: number) => money(minor, s.Currency, locale)
  return (
    <section
      className={css.left}
      aria-label={t`Orders on no route`}
      onDragOver={(e) => onMove && carries(e) && e.preventDefault()}
      onDrop={(e) => {
        e.preventDefault()
        const ids = ordersOf(e)
        if (onMove && ids.length > 0) void onMove(ids, { RouteId: '', Stop: 0 })
      }}
    >
      <h2>
        <Trans>Orders on no route</Trans> <span>{s.Left.length}</span>
      </h2>
      <ul>
        {s.Left.map((l) => {
          const o = s.Orders.find((one) => one.OrderId === l.OrderId)
          if (!o) return null
          return (
            <li
              key={l.OrderId}
              draggable={onMove !== undefined}
              onDragStart={(e) => {
                e.dataTransfer.setData(carried, JSON.stringify([l.OrderId]))
                e.dataTransfer.effectAllowed = 'move'
              }}
            >
              <b>{o.OrderNumber}</b> {o.Consignee.name}, {o.Consignee.city} {o.Consignee.state} · {count(o.Pounds, locale)} lb
              <span>
                {words(leftOut[l.Code] ?? l.Code)}
                {rich && l.Code === 'cheaper-alone' && (
                  <>
                    {' '}
                    <Trans>
                      (alone {money_(l.AloneMinor)}, on {l.RouteNumber || t`another truck`} {money_(l.WithMinor)} more)
                    </Trans>
                  </>
                )}
              </span>
              {onMove && <MoveTo ids={[l.OrderId]} s={s} move={onMove} />}
            </li>
          )
        })}
      </ul>
      <IdleVehicles s={s} />
    </section>
  )
}

/** The vehicles that a plan of the fleet does without, each with the reason. */
export function IdleVehicles({ s }: { s: Pick<RoutingScenario, 'Idle'> }) {
  const words = useWords()
  if (s.Idle.length === 0) return null
  return (
    <>
      <h2>
        <Trans>Vehicles not planned</Trans> <span>{s.Idle.length}</span>
      </h2>
      <ul>
        {s.Idle.map((v) => (
          <li key={v.Code}>
            <b>{v.Code}</b>
            <span>
              {words(idle[v.Why] ?? v.Why)}
              {v.RouteNumber && ` (${v.RouteNumber})`}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
