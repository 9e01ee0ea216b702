import { useRef, useState } from 'react'

export interface PhotosAtWork {
  /** Photos that are taken and not kept yet. */
  count: number
  /** One more is worked on. Returns what ends that. */
  begin: () => () => void
  /** One could not be kept: what waits for the photos does not go on without it. */
  failed: () => void
  /** Resolves when none is worked on any longer: true where all of them were kept. */
  settled: () => Promise<boolean>
}

/** The photos of a form that are still being made small and kept; a large one takes a tablet seconds. */
export function usePhotosAtWork(): PhotosAtWork {
  const [count, setCount] = useState(0)
  const state = useRef({ open: 0, failures: 0, waiting: [] as (() => void)[] })
  return {
    count,
    begin() {
      const { current } = state
      setCount(++current.open)
      return () => {
        setCount(--current.open)
        if (current.open === 0) for (const go of current.waiting.splice(0)) go()
      }
    },
    failed: () => {
      state.current.failures++
    },
    async settled() {
      const { current } = state
      const before = current.failures
      if (current.open > 0) await new Promise<void>((go) => current.waiting.push(go))
      return current.failures === before
    },
  }
}
