import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { PackingTruckBuildReq, PackingTruckPlan } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { oneOf, Several, Text } from '@/kit/form/inputs'
import { defineList } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { submit } from '@/kit/remote/submit'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Button } from '@/kit/ui'
import { inWords } from '@/kit/words/words'
import { trailers } from './words'

export interface TruckSearch {
  plan?: string
  /** Numbers of the orders of a new plan, with commas between, in the order of delivery. */
  orders?: string
}

const buildForm = defineForm<PackingTruckBuildReq, PackingTruckPlan>('Truck/Build', {
  title: msg`New load plan`,
  fields: {
    Orders: { label: msg`Orders, first delivery first`, input: Several, hint: msg`Paste or scan order numbers` },
    Trailer: { label: msg`Trailer`, input: oneOf(trailers), row: 1 },
    Name: { label: msg`Name`, input: Text, row: 1 },
  },
  submit: msg`Build`,
  done: msg`The load plan is built.`,
})

const planList = defineList<PackingTruckPlan>({
  name: 'truck-plans',
  title: msg`Truck builder`,
  id: (p) => p.TruckId,
  columns: [
    { key: 'Number', label: msg`Load plan`, as: 'identifier', link: (p) => ({ page: 'TruckBuilder', search: { plan: p.TruckId } }) },
    { key: 'Name', label: msg`Name`, phone: true },
    {
      key: 'Faults',
      label: msg`Status`,
      value: (p) => inWords(p.Load.Faults.length > 0 ? msg`To correct` : msg`Ready to load`),
      code: (p) => String(p.Load.Faults.length > 0),
      cell: (p) =>
        p.Load.Faults.length > 0 ? (
          <StatusBadge hue="attention" label={msg`To correct`} />
        ) : (
          <StatusBadge hue="good" label={msg`Ready to load`} />
        ),
      phone: true,
    },
    { key: 'WHSE', label: msg`Warehouse` },
    {
      key: 'Trailer',
      label: msg`Trailer`,
      value: (p) => inWords(trailers[p.Trailer] ?? p.Trailer),
    },
    { key: 'Stops', label: msg`Stops`, as: 'number', value: (p) => Math.max(0, ...p.Orders.map((o) => o.Stop)) },
    { key: 'Pallets', label: msg`Pallets`, as: 'number', value: (p) => p.Pallets.length, phone: true },
    { key: 'Pounds', label: msg`Weight (lb)`, as: 'number', value: (p) => p.Load.Pounds },
    { key: 'ByName', label: msg`Created by` },
    { key: 'CreatedAt', label: msg`Created`, as: 'ago' },
  ],
  filters: ['Faults', 'WHSE', 'ByName'],
  actions: [{ label: msg`Delete load plan`, hard: true, run: (p) => submit('Truck/Drop', { TruckId: p.TruckId }) }],
  empty: msg`No load plans yet. Build one from order numbers.`,
})

interface BuilderProps {
  orders: string | undefined
  onOpen: (id: string) => void
}

/** Page 112: the load plans of trucks, and new ones. */
export function TruckBuilderScreen({ orders, onOpen }: BuilderProps) {
  const got = useCall('Truck/Plans', undefined, { staleMs: 0 })
  const build = async () => {
    const Orders = orders?.split(',').filter(Boolean)
    const made = await openForm(buildForm, { Trailer: 'van-53', ...(Orders && { Orders }) })
    if (made) onOpen(made.TruckId)
  }
  return (
    <ListScreen spec={planList} rows={got.data} remote={got.remote}>
      <Button onClick={() => void build()}>
        <Trans>New load plan</Trans>
      </Button>
    </ListScreen>
  )
}
