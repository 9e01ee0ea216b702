import { Trans, useLingui } from '@lingui/react/macro'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { Head, Plan } from '../scenario/TableScreen'
import { useScenario } from '../scenario/useScenario'
import { works } from '../scenario/words'
import css from './Map.module.css'
import { RouteMap } from './RouteMap'

/** Page 111: the routes of a scenario on a map, above the same routes by stop. */
export function MapScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const planning = useScenario(id)
  const { got, s } = planning
  return (
    <Screen
      title={s ? t`Scenario ${s.Name}` : t`Scenario`}
      below={s && <Head of={s} />}
      actions={
        s && (
          <PageLink to={{ page: 'MtlTableView', params: { scenarioId: s.ScenarioId } }} otherwise={null}>
            <Trans>Table</Trans>
          </PageLink>
        )
      }
    >
      <Pending called={got} offline={t`Scenarios are kept on the server. There is no connection.`}>
        {s && !works(s) && s.Routes.length > 0 && (
          <>
            <RouteMap s={s} from={s.OriginLat ? { lat: s.OriginLat, lon: s.OriginLon } : undefined} />
            <p className={css.quiet}>
              <Trans>Points are the middle of a postal area.</Trans>
            </p>
          </>
        )}
        {s && <Plan planning={planning} s={s} />}
      </Pending>
    </Screen>
  )
}
