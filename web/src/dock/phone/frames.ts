import { fromBase43, toBase43 } from './base43'
import { type Bytes, hexOf } from './bytes'

/** What is too long for one code as the texts of several, shown one after the other. Its second and third byte tell one such series from another. */
export interface Framing {
  of(bytes: Bytes): string[]
  /** Whether a scan is a frame of this kind. */
  is(text: string): boolean
  /** Puts frames together, in whatever order and however often the camera reads them. A frame of another series begins anew. */
  collector(): {
    /** The whole once its last frame is there. */
    add(text: string): Bytes | undefined
    have(): number
    count(): number
  }
}

const most = 35 // a frame's place is one character

/** Frames that begin with three letters and carry so many characters each. */
export function framing(mark: string, room: number): Framing {
  const form = new RegExp(`^${mark}[1-9A-Z][0-9A-Z][0-9A-F]{4}`)
  const is = (text: string) => form.test(text)
  const digit = (n: number) => n.toString(36).toUpperCase()
  return {
    is,
    of(bytes) {
      const text = toBase43(bytes)
      const count = Math.max(1, Math.ceil(text.length / room))
      if (count > most) throw new Error(`${count} codes are too many`)
      const series = hexOf(bytes.slice(1, 3)).toUpperCase()
      return Array.from({ length: count }, (_, i) => `${mark}${digit(count)}${digit(i)}${series}${text.slice(i * room, (i + 1) * room)}`)
    },
    collector() {
      let of = ''
      let parts: (string | undefined)[] = []
      return {
        add(text) {
          if (!is(text)) return undefined
          const head = text.slice(3, 4) + text.slice(5, 9)
          const [count, i] = [Number.parseInt(text[3] ?? '', 36), Number.parseInt(text[4] ?? '', 36)]
          if (i >= count) return undefined
          if (head !== of) {
            of = head
            parts = Array.from({ length: count }, () => undefined)
          }
          parts[i] = text.slice(9)
          return parts.every((p) => p !== undefined) ? fromBase43(parts.join('')) : undefined
        },
        have: () => parts.filter((p) => p !== undefined).length,
        count: () => parts.length,
      }
    },
  }
}
