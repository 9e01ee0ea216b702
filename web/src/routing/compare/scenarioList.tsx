import { msg } from '@lingui/core/macro'
import type { RoutingScenario } from '@sync/gen/api'
import { defineList } from '@/kit/list/defineList'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { inWords } from '@/kit/words/words'
import { states } from '../scenario/words'
import { Cash } from './Cash'

/** Scenarios as a list, the newest first; those that are chosen are compared. */
export const scenarioList = (rich: boolean, compare: (rows: RoutingScenario[]) => void) =>
  defineList<RoutingScenario>({
    name: 'scenarios',
    title: msg`Review scenarios`,
    id: (s) => s.ScenarioId,
    columns: [
      {
        key: 'Number',
        label: msg`Scenario`,
        as: 'identifier',
        link: (s) => ({ page: 'MtlTableView', params: { scenarioId: s.ScenarioId } }),
      },
      { key: 'Name', label: msg`Name`, phone: true },
      {
        key: 'State',
        label: msg`Status`,
        value: (s) => inWords(states[s.State].label),
        code: (s) => s.State,
        cell: (s) => <StatusBadge {...states[s.State]} />,
        phone: true,
      },
      { key: 'WHSE', label: msg`Warehouse` },
      { key: 'ShipOn', label: msg`Ship date`, as: 'day', phone: true },
      { key: 'Routes', label: msg`Routes`, as: 'number', value: (s) => s.Sum.Routes },
      { key: 'Stops', label: msg`Stops`, as: 'number', value: (s) => s.Sum.Stops },
      { key: 'OnRoutes', label: msg`Orders on routes`, as: 'number', value: (s) => s.Sum.Orders },
      { key: 'Left', label: msg`On no route`, as: 'number', value: (s) => s.Sum.Left },
      { key: 'Miles', label: msg`Miles`, as: 'number', value: (s) => s.Sum.Miles },
      ...(rich
        ? [
            {
              key: 'Total',
              label: msg`Total`,
              as: 'number' as const,
              value: (s: RoutingScenario) => s.Sum.CostMinor / 100,
              cell: (s: RoutingScenario) => <Cash minor={s.Sum.CostMinor} currency={s.Currency} />,
            },
            {
              key: 'Saved',
              label: msg`Saved`,
              as: 'number' as const,
              value: (s: RoutingScenario) => (s.Sum.AloneMinor - s.Sum.CostMinor) / 100,
              cell: (s: RoutingScenario) => <Cash minor={s.Sum.AloneMinor - s.Sum.CostMinor} currency={s.Currency} />,
            },
          ]
        : []),
      { key: 'ByName', label: msg`Created by` },
      { key: 'CreatedAt', label: msg`Created`, as: 'ago' },
    ],
    filters: ['State', 'WHSE', 'ByName'],
    bulk: [{ label: msg`Compare`, run: (rows) => compare(rows.slice(0, 5)), done: (n) => msg`Scenarios compared: ${n}` }],
    empty: msg`No scenarios yet. Choose open orders under Run Scenario.`,
  })
