import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { RoutingFleetOrder } from '@sync/gen/api'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { dayIn, plusDays } from '@/kit/format/day'
import { defineList } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { addressFor, pageNamed } from '@/kit/page/pages'
import { PlainInput } from '@/kit/plain/Plain'
import { submit } from '@/kit/remote/submit'
import { useCall } from '@/kit/remote/useCall'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { inWords } from '@/kit/words/words'
import type { RunSearch } from '../scenario/RunScreen'
import { runForm } from '../scenario/runForm'

interface Acts {
  confirm: (rows: RoutingFleetOrder[], off: boolean) => Promise<void>
  plan: (rows: RoutingFleetOrder[]) => Promise<false>
}

const fleetList = ({ confirm, plan }: Acts) =>
  defineList<RoutingFleetOrder>({
    name: 'fleet-orders',
    title: msg`Confirm orders`,
    id: (o) => o.OrderId,
    columns: [
      { key: 'OrderNumber', label: msg`Order`, as: 'identifier' },
      {
        key: 'Confirmed',
        label: msg`Status`,
        value: (o) => inWords(o.Confirmed ? msg`Confirmed` : msg`To confirm`),
        code: (o) => String(o.Confirmed),
        cell: (o) => <StatusBadge hue={o.Confirmed ? 'good' : 'waiting'} label={o.Confirmed ? msg`Confirmed` : msg`To confirm`} />,
        phone: true,
      },
      { key: 'Customer', label: msg`Customer` },
      { key: 'Consignee', label: msg`Consignee`, value: (o) => o.Consignee.name, phone: true },
      { key: 'City', label: msg`City`, value: (o) => o.Consignee.city, phone: true },
      { key: 'Region', label: msg`State`, value: (o) => o.Consignee.state },
      { key: 'ShipOn', label: msg`Ship date`, as: 'day' },
      { key: 'DueOn', label: msg`Due`, as: 'day' },
      { key: 'Pallets', label: msg`Pallets`, as: 'number' },
      { key: 'Pounds', label: msg`Weight (lb)`, as: 'number' },
      { key: 'ConfirmedBy', label: msg`Confirmed by`, hidden: true },
    ],
    filters: ['Confirmed', 'Region', 'Customer'],
    bulk: [
      {
        label: msg`Confirm for own trucks`,
        when: (o) => !o.Confirmed,
        run: async (rows) => {
          await confirm(rows, false)
          return { undo: () => confirm(rows, true) }
        },
        done: (n) => msg`Orders confirmed: ${n}`,
      },
      { label: msg`Take back`, when: (o) => o.Confirmed, run: (rows) => confirm(rows, true), done: (n) => msg`Orders taken back: ${n}` },
      { label: msg`Plan routes`, when: (o) => o.Confirmed, run: plan },
    ],
    empty: msg`No open orders ship from here by this day on your own trucks.`,
  })

interface ConfirmProps {
  search: RunSearch
  onSearch: (search: RunSearch) => void
}

/** Page 13: the open orders of a warehouse that go on own trucks. */
export function ConfirmScreen({ search, onSearch }: ConfirmProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const sites = useSites()
  const site = sites.find((s) => s.id === search.warehouse) ?? sites[0]
  const today = dayIn(site?.zone, Date.now())
  const until = search.day ?? plusDays(today, 7)
  const defaults = useCall('Mtl/Defaults', undefined, { staleMs: 60_000 }).data
  const got = useCall('Route/getFleetOrders', { WHSE: site?.id ?? '', ShipOn: until }, { enabled: site !== undefined, staleMs: 0 })
  const spec = useMemo(
    () =>
      fleetList({
        confirm: async (rows, Off) => void (await submit('Route/ConfirmOrders', { OrderIds: rows.map((o) => o.OrderId), Off })),
        plan: async (rows) => {
          const first = rows.map((o) => o.ShipOn).sort()[0] ?? today
          const { Rev: _, ...values } = defaults ?? { Rev: 0 }
          const ask = { WHSE: site?.id ?? '', OrderIds: rows.map((o) => o.OrderId) }
          const made = await openForm(runForm('Shipment/MultiRouting', ask), { ...values, ShipOn: first < today ? today : first })
          const page = pageNamed('ReviewRoute')
          if (made && page) await navigate({ to: addressFor(page, {}, { scenario: made.ScenarioId }) as '/' /* one of our addresses */ })
          return false // the form has said it
        },
      }),
    [navigate, site, today, defaults],
  )
  return (
    <ListScreen spec={spec} rows={got.data} remote={got.remote}>
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
