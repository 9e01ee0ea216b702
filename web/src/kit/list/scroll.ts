/**
 * Where in the browser's history we are, as the router names it: who comes back to an entry finds it as it was left, and a list that is opened from
 * the menu is a new one. Nothing where there is no router.
 */
export function entryHere(): string | undefined {
  const key = (globalThis.history?.state as { __TSR_key?: string } | null | undefined)?.__TSR_key
  return key && (firstKeys.get(key) ?? key)
}

/** The key that an entry had before its address was replaced: each time the router gives it a new one. */
const firstKeys = new Map<string, string>()

interface Entries {
  location: { state: { __TSR_key?: string } }
  subscribe: (then: (was: { location: Entries['location']; action: { type: string } }) => void) => () => void
}

/** Knows an entry again whose address a page replaces, as one does that writes what it shows into it. */
export function followEntry(entries: Entries) {
  let last = entries.location.state.__TSR_key
  return entries.subscribe(({ location, action }) => {
    const now = location.state.__TSR_key
    if (action.type === 'REPLACE' && last && now && last !== now) firstKeys.set(now, firstKeys.get(last) ?? last)
    last = now
  })
}

const places = new Map<string, number>()

/** Puts a list back where it was when a person comes back to it, and only then. */
export function rememberScroll(name: string, scroller: HTMLElement | null) {
  if (!scroller) return
  const place = places.get(`${name} ${entryHere()}`)
  if (place && entryHere()) requestAnimationFrame(() => scroller.scrollTo({ top: place }))
  const note = () => places.set(`${name} ${entryHere()}`, scroller.scrollTop)
  scroller.addEventListener('scroll', note, { passive: true })
  return () => scroller.removeEventListener('scroll', note)
}
