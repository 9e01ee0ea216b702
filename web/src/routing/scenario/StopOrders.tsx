import { Trans, useLingui } from '@lingui/react/macro'
import type { RoutingScenario } from '@sync/gen/api'
import { Day, useLocale } from '@/kit/format/Formats'
import { count, money } from '@/kit/format/measure'
import { PlainSelect } from '@/kit/plain/Plain'
import type { Move, Spot } from './figures'
import css from './Scenario.module.css'

interface StopOrdersProps {
  ids: string[]
  s: RoutingScenario
  rich: boolean
  move: Move | undefined
  here?: Spot
}

/** The orders of a stop with why they ride here, and where else they can go. */
export function StopOrders({ ids, s, rich, move, here }: StopOrdersProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const orders = s.Orders.filter((o) => ids.includes(o.OrderId))
  return (
    <div className={css.orders}>
      <ul>
        {orders.map((o) => (
          <li key={o.OrderId}>
            <b>{o.OrderNumber}</b> {count(o.Pounds, locale)} lb · {t`${count(o.Pallets, locale)} pallets`}
            {o.DueOn && (
              <>
                {' '}
                ·{' '}
                <Trans>
                  due <Day text={o.DueOn} />
                </Trans>
              </>
            )}
          </li>
        ))}
      </ul>
      {rich && orders[0]?.Why && <Reason of={orders[0]} s={s} />}
      {move && <MoveTo ids={ids} s={s} move={move} here={here} />}
    </div>
  )
}

function Reason({ of: o, s }: { of: RoutingScenario['Orders'][number]; s: RoutingScenario }) {
  const locale = useLocale()
  const adds = money(o.WithMinor, s.Currency, locale)
  const alone = money(o.AloneMinor, s.Currency, locale)
  const by = o.AloneBy
  if (o.Why === 'by-hand')
    return (
      <p>
        <Trans>
          Moved by hand. It adds {adds} to this route; alone it costs {alone}.
        </Trans>
      </p>
    )
  return (
    <p>
      {o.Why === 'only' ? (
        <Trans>Alone on its truck: no other route takes it for less.</Trans>
      ) : by ? (
        <Trans>
          It adds {adds} to this route; alone it costs {alone} ({by}).
        </Trans>
      ) : (
        <Trans>
          It adds {adds} to this route; a truck of its own costs {alone}.
        </Trans>
      )}
    </p>
  )
}

/** Moves orders without a drag: to the end of another route, to a truck of their own, or to none. */
export function MoveTo({ ids, s, move, here }: { ids: string[]; s: RoutingScenario; move: Move; here?: Spot | undefined }) {
  const { t } = useLingui()
  const open = s.Routes.filter((r) => r.RouteId !== here?.RouteId && !r.Shipments.some((m) => !m.Ended))
  return (
    <PlainSelect
      aria-label={t`Move to`}
      value=""
      onChange={(e) => {
        const to = e.currentTarget.value
        const route = open.find((r) => r.RouteId === to)
        if (to === 'none') void move(ids, { RouteId: '', Stop: 0 })
        else if (to) void move(ids, { RouteId: to, Stop: route?.Stops.length ?? 0 })
      }}
    >
      <option value="">{t`Move to…`}</option>
      {open.map((r) => (
        <option key={r.RouteId} value={r.RouteId}>
          {r.RouteNumber} · {r.Stops.map((at) => at.Consignee.city).join(', ')}
        </option>
      ))}
      <option value="new">{t`Another truck`}</option>
      {here && <option value="none">{t`No route`}</option>}
    </PlainSelect>
  )
}
