/** Tells a wedge scanner's burst of keys from a person's typing. Pure: time comes in with each key. */
export interface BurstOptions {
  /** Longest pause in ms between two keys of a scan that meets a field. A fast typist needs 80 ms a key; most scanners under 20, slow ones 50. */
  gap: number
  /** The same where no field has the focus: nobody types into nothing. */
  idleGap: number
  /** Shorter bursts are typing: nobody prints labels of two characters. */
  least: number
}

export type Verdict =
  /** Not part of a scan: the key goes where it was aimed, behind what was held back of a burst that was no scan. */
  | { kind: 'typing'; back: string }
  /** The burst has begun or goes on: the key must not reach a field. */
  | { kind: 'held' }
  | Scan

export interface Scan {
  kind: 'scan'
  text: string
  /** Characters that reached a field before the burst was known to be one. */
  leaked: number
  /** How the scanner should be set up better: it is slow, or ends a label without Enter. */
  poor?: 'slow' | 'open'
}

/** Keys this close together, in ms, come from no hand. */
const machine = 30
/** Where the keys are slower than that, or no Enter ends them, only as many as this are certainly a label's. */
const certain = { slow: 6, open: 8, openIdle: 6 }
/** A label of which so much has come that it is certainly one may falter for so long, in ms: a radio link repeats what it lost, a tablet is busy. */
const falter = 150
/** The Enter of a scan that was taken without one may come this much later, in ms. */
const late = 500

export function burst({ gap = 60, idleGap = 250, least = 4 }: Partial<BurstOptions> = {}) {
  let keys = ''
  let began = 0
  let last = Number.NEGATIVE_INFINITY
  let leaked = 0
  let taken = Number.NEGATIVE_INFINITY

  /** Ends what has been pressed so far. Returns what was held back of it. */
  const end = () => {
    const held = keys.slice(leaked)
    keys = ''
    leaked = 0
    last = Number.NEGATIVE_INFINITY
    return held
  }
  const pace = () => (last - began) / Math.max(1, keys.length - 1)
  const scan = (poor: Scan['poor']): Scan => {
    const found: Scan = { kind: 'scan', text: keys, leaked, ...(poor ? { poor } : {}) }
    end()
    return found
  }

  return {
    /** @param key as KeyboardEvent.key; @param at as its timeStamp; @param field whether it is aimed at a field that can be typed into. */
    press(key: string, at: number, field = true): Verdict {
      const surely = keys.length >= certain.slow && pace() <= machine
      const quick = at - last <= Math.max(field ? gap : idleGap, surely ? falter : 0)
      if (key === 'Enter' || key === 'Tab') {
        if (keys === '' && at - taken <= late) {
          taken = Number.NEGATIVE_INFINITY
          return { kind: 'held' }
        }
        const slow = pace() > machine
        if (quick && keys.length >= (slow && field ? certain.slow : least)) return scan(slow ? 'slow' : undefined)
        return { kind: 'typing', back: end() }
      }
      // Modifiers come between the characters of a scan; they are neither typing nor a pause.
      if (key.length > 1) {
        if (quick) last = at
        return { kind: 'typing', back: '' }
      }
      const back = quick ? '' : end()
      if (keys === '') began = at
      keys += key
      last = at
      // The first two keys cannot be told from typing; from the third on nothing more reaches a field.
      if (keys.length < 3) {
        leaked += 1
        return { kind: 'typing', back }
      }
      return { kind: 'held' }
    },
    /** No further key has come: a label whose scanner sends no Enter, or typing, whose held characters belong to the field after all. */
    pause(field = true): Scan | { kind: 'typing'; back: string } {
      const enough = field ? certain.open : certain.openIdle
      if (keys.length < enough || pace() > machine) return { kind: 'typing', back: end() }
      taken = last
      return scan('open')
    },
  }
}
