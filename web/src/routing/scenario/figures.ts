import type { RoutingPlannedTrip, RoutingScenario, RoutingValues } from '@sync/gen/api'

/** What a change made of a scenario: miles and cost of all routes and of what goes by itself. */
export const difference = (was: RoutingScenario, now: RoutingScenario) => ({
  miles: now.Sum.Miles - was.Sum.Miles,
  minor: now.Sum.CostMinor - was.Sum.CostMinor,
  faults: now.Routes.filter((r) => r.Faults.length > 0).map((r) => r.RouteNumber),
})

/** How full a truck is, in percent, by the dimension that fills first. */
export const filled = (r: RoutingPlannedTrip, v: RoutingValues) =>
  Math.round(100 * Math.max(r.Pounds / v.maxPounds, r.Pallets / v.maxPallets, r.CubicFeet / v.maxCubicFeet))

export interface Spot {
  RouteId: string
  Stop: number
}

/** Has orders go to another place. */
export type Move = (orderIds: string[], to: Spot) => Promise<void>

/**
 * Where a stop goes by a key: up and down within its route, to the left and right to the end of the route beside it. Undefined where there is nothing there.
 * The place is the one before which it goes, counted with the stop still in its old place.
 */
export function beside(routes: readonly RoutingPlannedTrip[], at: Spot, key: string): Spot | undefined {
  const n = routes.findIndex((r) => r.RouteId === at.RouteId)
  const route = routes[n]
  if (!route) return undefined
  switch (key) {
    case 'ArrowUp':
      return at.Stop > 0 ? { RouteId: at.RouteId, Stop: at.Stop - 1 } : undefined
    case 'ArrowDown':
      return at.Stop < route.Stops.length - 1 ? { RouteId: at.RouteId, Stop: at.Stop + 2 } : undefined
    case 'ArrowLeft':
    case 'ArrowRight': {
      const other = routes[n + (key === 'ArrowLeft' ? -1 : 1)]
      return other && { RouteId: other.RouteId, Stop: other.Stops.length }
    }
    default:
      return undefined
  }
}

/** The place in a move's request after which a stop stands at `index` of its route, whether it is on that route now or not. */
export function backTo(routes: readonly RoutingPlannedTrip[], orderId: string, { RouteId, Stop }: Spot): Spot {
  const now = routes.find((r) => r.RouteId === RouteId)?.Stops.findIndex((at) => at.OrderIds.includes(orderId)) ?? -1
  return { RouteId, Stop: now >= 0 && now < Stop ? Stop + 1 : Stop }
}

/** The time of day and how many days after the first one: 2027-03-02T08:54 on a route of 2027-03-01 is 08:54 +1. */
export function clockOn(at: string, first: string): { clock: string; days: number } {
  const [day = '', clock = ''] = at.split('T')
  return { clock, days: Math.round((Date.parse(day) - Date.parse(first)) / 86_400_000) || 0 }
}
