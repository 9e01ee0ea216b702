import { Trans, useLingui } from '@lingui/react/macro'
import type { RoutingScenario } from '@sync/gen/api'
import { useState } from 'react'
import { Day, useLocale } from '@/kit/format/Formats'
import { count, money } from '@/kit/format/measure'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { PlainButton } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { Pending } from '@/kit/remote/Pending'
import { useRefusal } from '@/kit/remote/refusal'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Alert, Button, Progress } from '@/kit/ui'
import { IdleVehicles, LeftOut } from './LeftOut'
import { RouteCard } from './RouteCard'
import css from './Scenario.module.css'
import { type Change, type Planning, useScenario } from './useScenario'
import { states, works } from './words'

/** Page 115: the routes of a scenario by stop, to be changed and made into shipments. */
export function TableScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const planning = useScenario(id)
  const { got, s } = planning
  return (
    <Screen
      title={s ? t`Scenario ${s.Name}` : t`Scenario`}
      below={s && <Head of={s} />}
      actions={
        s && (
          <>
            <PageLink to={{ page: 'MtlMapView', params: { scenarioId: s.ScenarioId } }} otherwise={null}>
              <Trans>Map</Trans>
            </PageLink>
            <PageLink to={{ page: 'ReviewScenarios' }} otherwise={null}>
              <Trans>All scenarios</Trans>
            </PageLink>
          </>
        )
      }
    >
      <Pending called={got} offline={t`Scenarios are kept on the server. There is no connection.`}>
        {s && <Plan planning={planning} s={s} />}
      </Pending>
    </Screen>
  )
}

export function Head({ of: s }: { of: RoutingScenario }) {
  return (
    <>
      <StatusBadge {...states[s.State]} /> {s.Number} · {s.WHSE} · <Day text={s.ShipOn} /> · {s.ByName}
    </>
  )
}

/** A scenario's plan, or how far it is. */
export function Plan({ planning, s }: { planning: Planning; s: RoutingScenario }) {
  const { t } = useLingui()
  const locale = useLocale()
  const refusal = useRefusal()
  const may = useCan('plan')
  const rich = useCan('see-money')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { move, undo, create, stop, change, moving } = planning
  if (works(s)) {
    const percent = Math.floor(s.Done / 10)
    return (
      <section className={css.running} aria-label={t`Progress`}>
        <p role="status">
          <Trans>
            {s.Orders.length} orders, {percent} %
          </Trans>
        </p>
        <Progress value={percent} aria-label={t`Progress`} />
        <Button variant="default" onClick={() => void stop()}>
          <Trans>Stop</Trans>
        </Button>
      </section>
    )
  }
  if (s.State === 'failed')
    return (
      <>
        <Alert color="red" role="alert">
          {refusal.ofCode(s.Code, { warehouse: s.WHSE, day: s.ShipOn })}
        </Alert>
        <section className={css.left} aria-label={t`Vehicles not planned`}>
          <IdleVehicles s={s} />
        </section>
      </>
    )
  const open = s.Routes.filter((r) => !r.Shipments.some((m) => !m.Ended))
  const ready = open.filter((r) => r.Faults.length === 0)
  const wanted = ready.filter((r) => chosen.has(r.RouteId))
  const take = wanted.length > 0 ? wanted : ready
  const choose = (routeId: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(routeId)
    else next.delete(routeId)
    setChosen(next)
  }
  const sum = s.Sum
  const saved = sum.AloneMinor - sum.CostMinor
  return (
    <>
      <dl className={css.sums}>
        <Figure name={t`Routes`} value={count(sum.Routes, locale)} />
        <Figure name={t`Orders on routes`} value={`${count(sum.Orders, locale)} / ${count(sum.Orders + sum.Left, locale)}`} />
        <Figure name={t`Miles`} value={count(sum.Miles, locale)} />
        <Figure name={t`Fill`} value={`${sum.Fill} %`} />
        {rich && <Figure name={t`Total`} value={money(sum.CostMinor, s.Currency, locale)} />}
        {rich && <Figure name={t`Each alone`} value={money(sum.AloneMinor, s.Currency, locale)} />}
        {rich && <Figure name={t`Saved`} value={money(saved, s.Currency, locale)} />}
      </dl>
      <div className={css.acts}>
        {may && ready.length > 0 && (
          <Button loading={moving} onClick={() => void create(take.map((r) => r.RouteId))}>
            {wanted.length > 0 ? <Trans>Create shipments of {wanted.length} routes</Trans> : <Trans>Create shipments of all routes</Trans>}
          </Button>
        )}
        {undo && (
          <PlainButton onClick={() => void undo()}>
            <Trans>Undo move</Trans>
          </PlainButton>
        )}
        <Consequence change={change} currency={s.Currency} rich={rich} />
      </div>
      {may && open.length > 0 && (
        <p className={css.quiet}>
          <Trans>Drag a stop, or move it with Alt and the arrow keys. Enter opens its orders.</Trans>
        </p>
      )}
      <div className={css.routes}>
        {s.Routes.map((r) => (
          <RouteCard
            key={r.RouteId}
            of={r}
            s={s}
            rich={rich}
            chosen={chosen.has(r.RouteId)}
            onChoose={may ? (on) => choose(r.RouteId, on) : undefined}
            onMove={may && !moving ? move : undefined}
          />
        ))}
      </div>
      <LeftOut s={s} rich={rich} onMove={may && !moving ? move : undefined} />
    </>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** What the last move did, said to whoever does not see it as well. */
function Consequence({ change, currency, rich }: { change: Change | undefined; currency: string; rich: boolean }) {
  const locale = useLocale()
  const signed = (text: string, n: number) => (n > 0 ? `+${text}` : text)
  return (
    <p role="status" className={css.consequence}>
      {change && (
        <>
          {signed(count(change.miles, locale), change.miles)} mi
          {rich && <> · {signed(money(change.minor, currency, locale), change.minor)}</>}
          {change.faults.length > 0 && (
            <>
              {' '}
              · <Trans>over a limit: {change.faults.join(', ')}</Trans>
            </>
          )}
        </>
      )}
    </p>
  )
}
