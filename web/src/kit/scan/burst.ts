/** Tells a wedge scanner's burst of keys from a person's typing. Pure: time comes in with each key. */
export interface BurstOptions {
  /** Longest pause inside a scan. A fast typist needs 80 ms a key, the slowest common scanner 20. */
  gap: number
  /** Shorter bursts are typing: nobody prints labels of two characters. */
  least: number
}

export type Verdict =
  /** Not part of a scan: the key goes where it was aimed. */
  | { kind: 'typing' }
  /** The burst has begun or goes on: the key must not reach a field. */
  | { kind: 'held' }
  | { kind: 'scan'; text: string }

export function burst({ gap = 30, least = 4 }: Partial<BurstOptions> = {}) {
  let keys = ''
  let last = Number.NEGATIVE_INFINITY
  /** Characters of this burst that reached a field before it was known to be one. */
  let leaked = 0

  const start = () => {
    keys = ''
    leaked = 0
  }

  return {
    /** @param key as KeyboardEvent.key; @param at as its timeStamp. */
    press(key: string, at: number): Verdict {
      const quick = at - last <= gap
      if (key === 'Enter' || key === 'Tab') {
        const text = keys
        const scanned = quick && text.length >= least
        start()
        last = Number.NEGATIVE_INFINITY
        return scanned ? { kind: 'scan', text } : { kind: 'typing' }
      }
      // Modifiers come between the characters of a scan; they are neither typing nor a pause.
      if (key.length > 1) {
        if (quick) last = at
        return { kind: 'typing' }
      }
      if (!quick) start()
      keys += key
      last = at
      // The first two keys cannot be told from typing; from the third on nothing more reaches a field.
      if (keys.length < 3) {
        leaked += 1
        return { kind: 'typing' }
      }
      return { kind: 'held' }
    },
    /** What was held back of a burst that no Enter ended: it was no scan, so it belongs to the field after all. */
    giveBack() {
      const text = keys.slice(leaked)
      start()
      return text
    },
    /** How many characters got into a field before the burst was known, and must be taken out again. */
    leaked: () => leaked,
  }
}
