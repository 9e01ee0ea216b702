import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { dayIn, plusDays } from '@/kit/format/day'
import { ListScreen } from '@/kit/list/ListScreen'
import { addressFor, pageNamed } from '@/kit/page/pages'
import { PlainInput } from '@/kit/plain/Plain'
import { useCall } from '@/kit/remote/useCall'
import { useRows } from '@/kit/remote/useRows'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { orderList } from './orderList'
import { runForm } from './runForm'

export interface RunSearch {
  warehouse?: string
  day?: string
}

interface RunProps {
  search: RunSearch
  onSearch: (search: RunSearch) => void
}

/** Page 116: the open orders of a warehouse, to be planned as truckloads with several stops. */
export function RunScreen({ search, onSearch }: RunProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const sites = useSites()
  const site = sites.find((s) => s.id === search.warehouse) ?? sites[0]
  const until = search.day ?? plusDays(dayIn(site?.zone, Date.now()), 7)
  const defaults = useCall('Mtl/Defaults', undefined, { staleMs: 60_000 })
  const values = defaults.data
  const rows = useRows(
    async (db) =>
      (
        await db.order_open
          .where('[state+shipOn+id]')
          .between(['open', ''], ['open', `${until}~`])
          .toArray()
      ).filter((o) => o.warehouse === site?.id),
    [site?.id, until],
  )
  const spec = useMemo(
    () =>
      orderList({
        label: msg`Plan routes`,
        run: async (list): Promise<false> => {
          const first = list.map((o) => o.shipOn).sort()[0] ?? until
          const today = dayIn(site?.zone, Date.now())
          const { Rev: _, ...known } = values ?? { Rev: 0 }
          const made = await openForm(runForm('Shipment/multi-routing-v2', { WHSE: site?.id ?? '', OrderIds: list.map((o) => o.id) }), {
            ...known,
            ShipOn: first < today ? today : first,
          })
          const page = pageNamed('MtlTableView')
          if (made && page) await navigate({ to: addressFor(page, { scenarioId: made.ScenarioId }) as '/' /* one of our addresses */ })
          return false // the form has said it
        },
      }),
    [navigate, site, until, values],
  )
  return (
    <ListScreen spec={spec} rows={rows}>
      <WarehouseChoice one sites={sites} value={site?.id ?? ''} onChoose={(warehouse) => onSearch({ ...search, warehouse })} />
      <PlainInput
        type="date"
        aria-label={t`Ship by`}
        value={until}
        onChange={(e) => e.currentTarget.value && onSearch({ ...search, day: e.currentTarget.value })}
      />
    </ListScreen>
  )
}
