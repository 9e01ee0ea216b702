/** A signal that aborts after so many milliseconds. A driver's phone may be older than AbortSignal.timeout. */
export function within(ms: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(ms)
  const abort = new AbortController()
  setTimeout(() => abort.abort(), ms)
  return abort.signal
}
