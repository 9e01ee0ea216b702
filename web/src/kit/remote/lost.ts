/**
 * How much waits on this device, noted outside of the databases: a browser that deletes those says nothing, and what waited in them would be gone
 * without a word.
 */
const unsentKey = 'lading.unsent'
const lostKey = 'lading.lost'

interface Unsent {
  /** The database that holds it. */
  outbox: string
  n: number
}

interface Lost {
  n: number
  at: string
}

const watchers = new Set<() => void>()

function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

let told: Lost | undefined = typeof localStorage === 'undefined' ? undefined : read<Lost>(lostKey)

export const lost = {
  /** So much waits in this outbox now. */
  note(outbox: string, n: number) {
    const all = (read<Unsent[]>(unsentKey) ?? []).filter((u) => u.outbox !== outbox)
    if (n > 0) all.push({ outbox, n })
    if (all.length === 0) localStorage.removeItem(unsentKey)
    else localStorage.setItem(unsentKey, JSON.stringify(all))
  },
  /** Holds what was noted against the outboxes that are there: what waited in one that is gone is lost. */
  look(outboxes: readonly string[]) {
    const gone = (read<Unsent[]>(unsentKey) ?? []).filter((u) => !outboxes.includes(u.outbox))
    if (gone.length === 0) return
    for (const { outbox } of gone) lost.note(outbox, 0)
    told = { n: (told?.n ?? 0) + gone.reduce((sum, u) => sum + u.n, 0), at: new Date().toISOString() }
    localStorage.setItem(lostKey, JSON.stringify(told))
    for (const w of watchers) w()
  },
  now: () => told,
  /** A person has read it. */
  seen() {
    told = undefined
    localStorage.removeItem(lostKey)
    for (const w of watchers) w()
  },
  watch(then: () => void) {
    watchers.add(then)
    return () => {
      watchers.delete(then)
    }
  },
}
