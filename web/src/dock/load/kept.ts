import { useCallback, useRef, useSyncExternalStore } from 'react'
import { begun } from '@/kit/begun/begun'

const keyOf = (name: string) => `dock.${name}`

interface Kept<T> {
  now: T
  /** What stands when it is called, for work that took a while. */
  latest: () => T
  keep: (to: T | ((now: T) => T)) => void
  drop: () => void
}

/**
 * What is being typed, drawn and photographed at the dock, on disk at every key: a call, a lock or a flat battery loses nothing. Until something
 * is kept it is `start`, as that stands now.
 */
export function useBegun<T>(name: string, start: T): Kept<T> {
  const key = keyOf(name)
  const entry = useSyncExternalStore(begun.watch, () => begun.entry(key))
  const fallback = useRef(start)
  fallback.current = start
  const latest = useCallback((): T => {
    const entry = begun.entry(key)
    return entry ? (entry.value as T) : fallback.current // our own writing
  }, [key])
  const keep = useCallback(
    (to: T | ((now: T) => T)) => begun.set(key, typeof to === 'function' ? (to as (now: T) => T)(latest()) : to), // no draft is a function
    [key, latest],
  )
  const drop = useCallback(() => begun.drop(key), [key])
  return { now: entry ? (entry.value as T) : start, latest, keep, drop }
}

/** The same, for what needs no look at it later. */
export function useKept<T>(name: string, start: T): [now: T, keep: Kept<T>['keep'], drop: () => void] {
  const { now, keep, drop } = useBegun(name, start)
  return [now, keep, drop]
}
