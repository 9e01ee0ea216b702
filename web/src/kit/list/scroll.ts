const places = new Map<string, number>()
let cameBack = 0
globalThis.addEventListener?.('popstate', () => {
  cameBack = Date.now()
})

/** Puts a list back where it was when a person comes back to it, and only then: a list opened from the menu starts at its top. */
export function rememberScroll(name: string, scroller: HTMLElement | null) {
  if (!scroller) return
  const place = places.get(name)
  if (place && Date.now() - cameBack < 1500) requestAnimationFrame(() => scroller.scrollTo({ top: place }))
  const note = () => places.set(name, scroller.scrollTop)
  scroller.addEventListener('scroll', note, { passive: true })
  return () => scroller.removeEventListener('scroll', note)
}
