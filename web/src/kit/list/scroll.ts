const places = new Map<string, number>()
let cameBack: { at: number; entry: unknown } = { at: 0, entry: undefined }
// The router names each entry of the browser's history; a list may take its time to be fetched and still be the one that was come back to.
const entry = () => (history.state as { __TSR_key?: unknown } | null)?.__TSR_key
globalThis.addEventListener?.('popstate', () => {
  cameBack = { at: Date.now(), entry: entry() }
})

/** Whether the person has come back to this place by the browser's own way: a list opened from the menu begins anew. */
export const justBack = () => Date.now() - cameBack.at < 1500 || (cameBack.entry !== undefined && cameBack.entry === entry())

/** Puts a list back where it was when a person comes back to it, and only then. */
export function rememberScroll(name: string, scroller: HTMLElement | null) {
  if (!scroller) return
  const place = places.get(name)
  if (place && justBack()) requestAnimationFrame(() => scroller.scrollTo({ top: place }))
  const note = () => places.set(name, scroller.scrollTop)
  scroller.addEventListener('scroll', note, { passive: true })
  return () => scroller.removeEventListener('scroll', note)
}
