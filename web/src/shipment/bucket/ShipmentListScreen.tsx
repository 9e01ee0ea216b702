import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { Shipment } from '@sync/gen/tables'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCall } from '@/kit/remote/useCall'
import { Staged } from '@/kit/stages/Staged'
import { StageTabs } from '@/kit/stages/StageTabs'
import { useWords } from '@/kit/words/words'
import { counted, held, type ListTab, listed, onServer } from '../status/tabs'
import { useCosts } from './costs'
import { Freshness } from './Freshness'
import { isLate } from './late'
import { everyShipment } from './shipmentList'

const holds = (tab: ListTab, s: Shipment) => held[tab].of.includes(s.status) && (!held[tab].late || isLate(s))

/** All shipments, by what is looked at together. What has ended leaves the devices: the server is asked for it. */
export function ShipmentListScreen({ wanted }: { wanted: string | undefined }) {
  const tab = listed.find((l) => l === wanted) ?? 'all'
  const { t } = useLingui()
  const words = useWords()
  const navigate = useNavigate()
  const locale = useLocale()
  const costs = useCosts()
  const spec = useMemo(
    () => ({ ...everyShipment(words, locale, costs), ...(tab === 'all' ? {} : { empty: msg`No shipments here.` }) }),
    [words, locale, costs, tab],
  )
  const rows = useLiveQuery(() => local().shipment.toArray())
  const counts = useCall('Shipment/GetShipmentCount', {})
  const elsewhere = onServer.find((key) => key === tab)
  const asked = useCall('Shipment/GenericShipmentsList', { statuscode: elsewhere ?? 'V' }, { enabled: elsewhere !== undefined })
  const shown = useMemo(() => rows?.filter((s) => holds(tab, s)), [rows, tab])
  const tabs = useMemo(
    () =>
      listed.map((key) => ({
        key,
        label: held[key].label,
        n: key === 'V' || key === 'CI' ? counts.data && counted(key, counts.data) : rows?.reduce((n, s) => (holds(key, s) ? n + 1 : n), 0),
      })),
    [rows, counts.data],
  )
  return (
    <Staged
      above={
        <>
          <StageTabs
            label={t`Status`}
            tabs={tabs}
            at={tab}
            go={(to) => void navigate({ to: '/ShipmentList', search: to === 'all' ? {} : { tab: to } })}
          />
          <Freshness />
        </>
      }
    >
      {elsewhere ? (
        <ListScreen key={elsewhere} spec={spec} rows={asked.data} remote={asked.remote} />
      ) : (
        <ListScreen key="here" spec={spec} rows={shown} />
      )}
    </Staged>
  )
}
