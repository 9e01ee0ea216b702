/** Why the program must not be reloaded or replaced just now. */
export type Reason = 'form' | 'signature' | 'drain' | 'camera' | 'upload'

const held = new Map<symbol, Reason>()
const watchers = new Set<() => void>()
const tell = () => {
  for (const w of watchers) w()
}

/** What a person would lose if the page were reloaded now. An update waits until nobody holds anything. */
export const busy = {
  /** Holds until the returned function is called; calling it twice does no harm. */
  hold(reason: Reason) {
    const key = Symbol(reason)
    held.set(key, reason)
    tell()
    return () => {
      if (held.delete(key)) tell()
    }
  },
  reasons: (): Reason[] => [...new Set(held.values())],
  is: () => held.size > 0,
  watch(then: () => void) {
    watchers.add(then)
    return () => {
      watchers.delete(then)
    }
  },
}
