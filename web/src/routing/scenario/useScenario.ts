import { msg } from '@lingui/core/macro'
import type { RoutingScenario } from '@sync/gen/api'
import { CallError } from '@sync/wire'
import { useState } from 'react'
import { submit } from '@/kit/remote/submit'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { toasts } from '@/kit/toast/toast'
import { backTo, difference, type Spot } from './figures'
import { works } from './words'

/** Where orders stand now: the way back of a move. */
function placeOf(s: RoutingScenario, orderId: string): Spot {
  for (const r of s.Routes) {
    const Stop = r.Stops.findIndex((at) => at.OrderIds.includes(orderId))
    if (Stop >= 0) return { RouteId: r.Stops.length > 1 ? r.RouteId : 'new', Stop }
  }
  return { RouteId: '', Stop: 0 }
}

export interface Change {
  miles: number
  minor: number
  faults: string[]
}

/** A scenario, asked for again while it runs, and what a planner does to it. */
export function useScenario(id: string) {
  const { act } = useAct()
  const [change, setChange] = useState<Change>()
  const [moving, setMoving] = useState(false)
  const got = useCall('Mtl/Scenario', { ScenarioId: id }, { staleMs: 0, everyMs: (s) => (s && !works(s) ? false : 700) })
  const s = got.data

  const move = async (OrderIds: string[], to: Spot, undoing = false): Promise<void> => {
    if (!s || moving) return
    setMoving(true)
    const back = placeOf(s, OrderIds[0] ?? '')
    await act(async () => {
      try {
        const now = (await submit('Mtl/EditScenario', { ScenarioId: id, Rev: s.Rev, OrderIds, ...to })) as RoutingScenario // its answer, by its declaration
        setChange(difference(s, now))
        if (!undoing) setBack({ OrderIds, to: back })
      } catch (err) {
        if (err instanceof CallError) got.remote.again() // somebody else was faster: their plan is shown
        throw err
      }
    })
    setMoving(false)
  }
  const [back, setBack] = useState<{ OrderIds: string[]; to: Spot }>()
  const undo = back
    ? () => {
        setBack(undefined)
        return move(back.OrderIds, s ? backTo(s.Routes, back.OrderIds[0] ?? '', back.to) : back.to, true)
      }
    : undefined
  const create = async (RouteIds: string[]) => {
    if (!s) return
    setMoving(true)
    const done = await act(() => submit('Route/CreateShipment', { ScenarioId: id, Rev: s.Rev, RouteIds }))
    setMoving(false)
    setBack(undefined)
    if (done) toasts.good(msg`Shipments created`)
    else got.remote.again()
  }
  const stop = () => act(() => submit('Mtl/StopScenario', { ScenarioId: id }))
  return { got, s, move, undo, create, stop, change, moving }
}

export type Planning = ReturnType<typeof useScenario>
