import type { PackingTruckMoveReq, PackingTruckPlan } from '@sync/gen/api'

/** One step of loading as a change of the plan asks for it. */
export type Step = Pick<PackingTruckMoveReq, 'PalletId' | 'To' | 'Lane' | 'On' | 'Turned'>

/** What a key or a button does with a pallet. */
export type Action = 'earlier' | 'later' | 'side' | 'turn' | 'stack'

/** The keys of the actions, pressed together with Alt. */
export const keys: Record<string, Action> = {
  ArrowUp: 'earlier',
  ArrowDown: 'later',
  ArrowLeft: 'side',
  ArrowRight: 'side',
  KeyT: 'turn',
  KeyS: 'stack',
}

/** What a action makes of a pallet's step. Undefined where it changes nothing: the first one cannot go earlier. */
export function stepOf(p: Pick<PackingTruckPlan, 'Puts'>, palletId: string, action: Action): Step | undefined {
  const at = p.Puts.findIndex((s) => s.PalletId === palletId)
  const now = p.Puts[at]
  if (!now) return undefined
  const step = { PalletId: palletId, To: at, Lane: now.Lane, On: now.On, Turned: now.Turned }
  switch (action) {
    case 'earlier':
      return at > 0 ? { ...step, To: at - 1, On: false } : undefined
    case 'later':
      return at < p.Puts.length - 1 ? { ...step, To: at + 1, On: false } : undefined
    case 'side':
      return { ...step, Lane: now.Lane === 'left' ? 'right' : 'left', On: false }
    case 'turn':
      return { ...step, Turned: !now.Turned }
    case 'stack':
      return now.On ? { ...step, On: false } : at > 0 ? { ...step, On: true } : undefined
  }
}

/** The step of a pallet that is drawn onto another one: it takes that one's place and side. */
export function ontoStep(p: Pick<PackingTruckPlan, 'Puts'>, palletId: string, otherId: string): Step | undefined {
  const now = p.Puts.find((s) => s.PalletId === palletId)
  const To = p.Puts.findIndex((s) => s.PalletId === otherId)
  const other = p.Puts[To]
  return now && other && now !== other ? { PalletId: palletId, To, Lane: other.Lane, On: false, Turned: now.Turned } : undefined
}
