import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { Shipment, ShipmentCost } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import { Day } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import type { Column } from '@/kit/list/defineList'
import { StatusBadge } from '@/kit/status/StatusBadge'

export type Costs = ReadonlyMap<string, ShipmentCost>

/** What each shipment costs. Only the office's devices hold it: on others there is nothing to read. */
export const useCosts = (): Costs | undefined =>
  useLiveQuery(async () => new Map((await local().shipment_cost.toArray()).map((c) => [c.id, c])))

/** Reports whether a load has changed since it was priced, and no contract could price it anew: its price and its day are those of another load. */
export const isStale = (id: string, costs: Costs | undefined) => Boolean(costs?.get(id)?.stale)

const Stale = () => <StatusBadge hue="attention" label={msg`changed since`} />

/** The day on which the carrier has it there, with a mark where the load has changed since. */
export const dueColumn = (costs: Costs | undefined): Column<Shipment> => ({
  key: 'arrivesOn',
  label: msg`Due date`,
  as: 'day',
  width: 150,
  phone: false,
  cell: (s) =>
    s.arrivesOn && (
      <>
        <Day text={s.arrivesOn} />
        {isStale(s.id, costs) && <Stale />}
      </>
    ),
})

/** What it costs, with the same mark; no column where the device holds no prices. */
export const priceColumn = (costs: Costs | undefined, locale: string): Column<Shipment>[] =>
  costs && costs.size > 0
    ? [
        {
          key: 'price',
          label: msg`Price`,
          as: 'number',
          width: 170,
          phone: false,
          value: (s) => {
            const c = costs.get(s.id)
            return c && c.totalMinor / 100
          },
          cell: (s) => {
            const c = costs.get(s.id)
            return (
              c && (
                <>
                  {money(c.totalMinor, c.currency, locale)}
                  {isStale(s.id, costs) && <Stale />}
                </>
              )
            )
          },
        },
      ]
    : []
