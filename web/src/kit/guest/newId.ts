const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // Crockford's: no I, L, O, U

/** A shipment's id (a ULID) from the time and chance. The sync's own maker keeps an order within a millisecond; a guest's page has no need of it, nor of the sync. */
export function newId(now = Date.now()): string {
  let time = ''
  for (let rest = now; time.length < 10; rest = Math.floor(rest / 32)) time = letters[rest % 32] + time
  return time + [...crypto.getRandomValues(new Uint8Array(16))].map((n) => letters[n % 32]).join('')
}
