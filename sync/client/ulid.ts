import type { Clock } from './env'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // Crockford's: no I, L, O, U

function inLetters(n: number, length: number): string {
  let text = ''
  for (let rest = n; text.length < length; rest = Math.floor(rest / 32)) text = letters[rest % 32] + text
  return text
}

/** Makes keys (ULIDs) that sort by time even within one millisecond and when the clock steps back. */
export function ulids(clock: Pick<Clock, 'now'>, random: () => number): () => string {
  let at = -1
  let tail: number[] = []
  return () => {
    const now = clock.now()
    if (now > at) {
      at = now
      tail = Array.from({ length: 16 }, () => Math.floor(random() * 32))
    } else {
      let place = 15
      while (place >= 0 && tail[place] === 31) tail[place--] = 0
      if (place < 0)
        at++ // all 80 bits were used up: the next millisecond begins early
      else tail[place] = (tail[place] ?? 0) + 1
    }
    return inLetters(at, 10) + tail.map((n) => letters[n]).join('')
  }
}
