/**
 * Where in the browser's history we are, as the router names it: who comes back to an entry finds it as it was left, and a list that is opened from
 * the menu is a new one. Nothing where there is no router.
 */
export const entryHere = () => (globalThis.history?.state as { __TSR_key?: string } | null | undefined)?.__TSR_key

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
