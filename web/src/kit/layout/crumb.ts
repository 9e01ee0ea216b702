import { useEffect } from 'react'

let extra: string | undefined
const watchers = new Set<() => void>()
const set = (to: string | undefined) => {
  extra = to
  for (const w of watchers) w()
}

/** The last word of the breadcrumb, which only the screen knows: a BOL, a name. */
export const crumb = {
  now: () => extra,
  watch(then: () => void) {
    watchers.add(then)
    return () => {
      watchers.delete(then)
    }
  },
}

export function useCrumb(text: string | undefined) {
  useEffect(() => {
    set(text)
    return () => set(undefined)
  }, [text])
}
