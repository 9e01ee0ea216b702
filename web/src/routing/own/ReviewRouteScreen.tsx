import { Trans, useLingui } from '@lingui/react/macro'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { PlainSelect } from '@/kit/plain/Plain'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { Head, Plan } from '../scenario/TableScreen'
import { useScenario } from '../scenario/useScenario'

export interface ReviewRouteSearch {
  scenario?: string
}

interface ReviewRouteProps {
  search: ReviewRouteSearch
  onSearch: (search: ReviewRouteSearch) => void
}

/** Page 14: the routes of own trucks, the newest plan unless another is chosen. */
export function ReviewRouteScreen({ search, onSearch }: ReviewRouteProps) {
  const { t } = useLingui()
  const list = useCall('Mtl/Scenarios', { Kind: 'fleet' }, { staleMs: 0 })
  const plans = list.data ?? []
  const id = search.scenario ?? plans[0]?.ScenarioId
  return (
    <Screen
      title={t`Review route`}
      actions={
        <>
          {plans.length > 0 && (
            <PlainSelect aria-label={t`Route plan`} value={id ?? ''} onChange={(e) => onSearch({ scenario: e.currentTarget.value })}>
              {plans.map((s) => (
                <option key={s.ScenarioId} value={s.ScenarioId}>
                  {s.Number} · {s.WHSE} · {s.ShipOn}
                </option>
              ))}
            </PlainSelect>
          )}
          <PageLink to={{ page: 'ConfirmOrders' }} otherwise={null}>
            <Trans>Confirm orders</Trans>
          </PageLink>
        </>
      }
    >
      <Pending called={list} offline={t`Scenarios are kept on the server. There is no connection.`}>
        {id ? (
          <OnePlan key={id} id={id} />
        ) : (
          <p>
            <Trans>No fleet routes yet. Confirm orders first.</Trans>
          </p>
        )}
      </Pending>
    </Screen>
  )
}

function OnePlan({ id }: { id: string }) {
  const { t } = useLingui()
  const planning = useScenario(id)
  return (
    <Pending called={planning.got} offline={t`Scenarios are kept on the server. There is no connection.`}>
      {planning.s && (
        <>
          <p>
            <Head of={planning.s} />
          </p>
          <Plan planning={planning} s={planning.s} />
        </>
      )}
    </Pending>
  )
}
