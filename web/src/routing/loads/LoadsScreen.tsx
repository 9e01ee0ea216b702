import { msg } from '@lingui/core/macro'
import type { RoutingPlannedTrip, RoutingScenario } from '@sync/gen/api'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { defineList, type ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { PageLink } from '@/kit/page/PageLink'
import { addressFor, pageNamed } from '@/kit/page/pages'
import { useCan } from '@/kit/remote/can'
import { submit } from '@/kit/remote/submit'
import { useCall } from '@/kit/remote/useCall'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { Cash } from '../compare/Cash'
import { clockOn } from '../scenario/figures'

export interface LoadsSearch {
  warehouse?: string
}

interface LoadsProps {
  search: LoadsSearch
  onSearch: (search: LoadsSearch) => void
}

/** A planned truck of which shipments were made. */
interface Load {
  id: string
  r: RoutingPlannedTrip
  s: RoutingScenario
}

const pageOf = (s: RoutingScenario) =>
  s.Kind === 'fleet'
    ? ({ page: 'ReviewRoute', search: { scenario: s.ScenarioId } } as const)
    : ({ page: 'MtlTableView', params: { scenarioId: s.ScenarioId } } as const)

const loadList = (rich: boolean, again: ((load: Load) => Promise<void>) | undefined): ListSpec<Load> =>
  defineList<Load>({
    name: 'consolidated-loads',
    title: msg`Manage loads`,
    columns: [
      { key: 'number', label: msg`Load`, as: 'identifier', value: (l) => l.r.RouteNumber, link: (l) => pageOf(l.s) },
      { key: 'warehouse', label: msg`Warehouse`, value: (l) => l.s.WHSE },
      { key: 'shipOn', label: msg`Ship date`, as: 'day', value: (l) => l.s.ShipOn, phone: true },
      { key: 'leaves', label: msg`Leaves`, value: (l) => clockOn(l.r.Depart, l.s.ShipOn).clock },
      { key: 'truck', label: msg`Vehicle or carrier`, value: (l) => l.r.Vehicle || l.r.CarrierName, phone: true },
      { key: 'stops', label: msg`Stops`, value: (l) => l.r.Stops.map((at) => at.Consignee.city).join(' → ') },
      {
        key: 'shipments',
        label: msg`Shipments`,
        value: (l) => l.r.Shipments.map((m) => m.Number).join(', '),
        cell: (l) =>
          l.r.Shipments.map((m, i) => (
            <span key={m.ShipmentId}>
              {i > 0 && ', '}
              {m.Ended ? (
                <del>{m.Number}</del>
              ) : (
                <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: m.ShipmentId } }}>{m.Number}</PageLink>
              )}
            </span>
          )),
        phone: true,
      },
      { key: 'pallets', label: msg`Pallets`, as: 'number', value: (l) => l.r.Pallets },
      { key: 'pounds', label: msg`Weight (lb)`, as: 'number', value: (l) => l.r.Pounds },
      { key: 'miles', label: msg`Miles`, as: 'number', value: (l) => l.r.Miles },
      ...(rich
        ? [
            {
              key: 'total',
              label: msg`Total`,
              as: 'number' as const,
              value: (l: Load) => l.r.CostMinor / 100,
              cell: (l: Load) => <Cash minor={l.r.CostMinor} currency={l.s.Currency} />,
            },
          ]
        : []),
    ],
    filters: ['warehouse', 'truck'],
    actions: again ? [{ label: msg`Plan again`, when: (l) => l.r.Shipments.some((m) => m.Ended), run: again }] : [],
    empty: msg`No loads yet. They appear here when routes become shipments.`,
  })

/** Page 213: the trucks that were made of planned routes, with their shipments. One whose shipments were voided is planned again. */
export function LoadsScreen({ search, onSearch }: LoadsProps) {
  const navigate = useNavigate()
  const rich = useCan('see-money')
  const may = useCan('plan')
  const sites = useSites()
  const got = useCall('Mtl/Scenarios', search.warehouse ? { WHSE: search.warehouse } : {}, { staleMs: 0 })
  const rows = useMemo(
    () =>
      got.data?.flatMap((s) =>
        s.Routes.filter((r) => r.Shipments.length > 0).map((r): Load => ({ id: `${s.ScenarioId}/${r.RouteId}`, r, s })),
      ),
    [got.data],
  )
  const spec = useMemo(
    () =>
      loadList(
        rich,
        may
          ? async ({ r, s }) => {
              const made = (await submit('Shipment/ConsolidateOrderReRoute', {
                ScenarioId: s.ScenarioId,
                RouteIds: [r.RouteId],
              })) as RoutingScenario // its answer, by its declaration
              const to = pageOf(made)
              const page = pageNamed(to.page)
              if (page)
                await navigate({
                  to: addressFor(page, 'params' in to ? to.params : {}, 'search' in to ? to.search : {}) as '/' /* one of our addresses */,
                })
            }
          : undefined,
      ),
    [rich, may, navigate],
  )
  return (
    <ListScreen spec={spec} rows={rows} remote={got.remote}>
      <WarehouseChoice sites={sites} value={search.warehouse ?? ''} onChoose={(warehouse) => onSearch(warehouse ? { warehouse } : {})} />
    </ListScreen>
  )
}
