let catalogue: Record<string, string> = {}
const watchers = new Set<() => void>()

/** The server's catalogue of messages by code, in the reader's language; loaded with the language. */
export const refusalWords = {
  get: () => catalogue,
  set(byCode: Record<string, string>) {
    catalogue = byCode
    for (const w of watchers) w()
  },
  watch(then: () => void) {
    watchers.add(then)
    return () => {
      watchers.delete(then)
    }
  },
}
