import { useEffect, useSyncExternalStore } from 'react'
import { busy, type Reason } from './busy'

/** Holds a reason while the condition is true and the component is on the screen. */
export function useHold(reason: Reason, when: boolean) {
  useEffect(() => (when ? busy.hold(reason) : undefined), [reason, when])
}

export const useBusy = () => useSyncExternalStore(busy.watch, busy.is)
