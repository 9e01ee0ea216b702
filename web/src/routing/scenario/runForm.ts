import { msg } from '@lingui/core/macro'
import type { RoutingRunReq, RoutingScenario, RoutingValues } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Money } from '@/kit/form/figures'
import { Clock, Count, Day, Text, Toggle } from '@/kit/form/inputs'

type Typed = RoutingValues & Pick<RoutingRunReq, 'Name' | 'ShipOn'>

/** The fields of what routes are planned with: of a scenario, and of the defaults. */
export const valueFields = {
  maxPounds: { label: msg`Pounds on a truck`, input: Count, row: 1 },
  maxPallets: { label: msg`Pallets on a truck`, input: Count, row: 1 },
  maxCubicFeet: { label: msg`Cubic feet on a truck`, input: Count, row: 1 },
  maxStops: { label: msg`Stops on a route`, input: Count, row: 2 },
  maxDays: { label: msg`Days of a route`, input: Count, row: 2 },
  leavesFrom: { label: msg`Trucks leave from`, input: Clock, row: 3 },
  leavesTo: { label: msg`Trucks leave until`, input: Clock, row: 3 },
  receivesFrom: { label: msg`Receivers unload from`, input: Clock, row: 4 },
  receivesTo: { label: msg`Last arrival`, input: Clock, row: 4, hint: msg`On the receiver's clock` },
  weekends: { label: msg`Receivers unload on weekends`, input: Toggle },
  stopMinutes: { label: msg`Minutes per stop`, input: Count, row: 5 },
  palletMinutes: { label: msg`Minutes per pallet`, input: Count, row: 5 },
  milesPerHour: { label: msg`Miles per hour`, input: Count, row: 6 },
  circuity: { label: msg`Road miles per 100 straight miles`, input: Count, row: 6 },
  driverHours: {
    label: msg`Plan breaks and rests`,
    input: Toggle,
    hint: msg`11 h driving, 14 h duty, 30 min break, 10 h rest (49 CFR 395.3)`,
  },
  weekHours: {
    label: msg`Hours on duty in a week`,
    input: Count,
    hint: msg`60 in 7 days, or 70 in 8 where you run every day of the week (49 CFR 395.3(b))`,
  },
  spareMinutes: { label: msg`Minutes kept free of each limit`, input: Count },
  mileMinor: { label: msg`Cost per mile`, input: Money, row: 7, hint: msg`Where no contract has a price` },
  minimumMinor: { label: msg`Minimum per truck`, input: Money, row: 7 },
  stopMinor: { label: msg`Cost per stop`, input: Money, row: 8 },
  freeStops: { label: msg`Free stops`, input: Count, row: 8 },
  fleetMileMinor: { label: msg`Own truck per mile`, input: Money, row: 9 },
  fleetDayMinor: { label: msg`Own truck per route`, input: Money, row: 9 },
} as const

/** Has orders planned. `op` says by whose trucks. */
export const runForm = (op: 'Shipment/multi-routing-v2' | 'Shipment/MultiRouting', ask: Pick<RoutingRunReq, 'WHSE' | 'OrderIds'>) =>
  defineForm<Typed, RoutingScenario>(op, {
    title: msg`Plan routes`,
    intro: msg`Orders: ${ask.OrderIds.length}`,
    wide: true,
    fields: {
      Name: { label: msg`Scenario name`, input: Text, row: 0 },
      ShipOn: { label: msg`Ship date`, input: Day, required: true, row: 0 },
      ...valueFields,
    },
    submit: msg`Run`,
    done: msg`The scenario runs.`,
    subject: () => ask.WHSE,
    toRequest: ({ Name = '', ShipOn = '', ...values }) => ({ ...ask, Name, ShipOn, Values: values }),
  })
