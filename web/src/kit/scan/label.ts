import { checks } from '@/kit/gs1/checkDigit'

/** One application identifier of a GS1 label with what stands behind it. */
export interface Element {
  ai: string
  value: string
}

/** How an identifier's value is written: so many characters, or up to so many behind which a separator stands; the twin of server/kit/gs1. */
interface Shape {
  length: number
  varies?: true
  /** Ends in the trade's check digit. */
  checked?: true
  digits?: true
}

const id = (length: number): Shape => ({ length, checked: true, digits: true })
const digits = (length: number): Shape => ({ length, digits: true })
const upTo = (length: number): Shape => ({ length, varies: true })
const number = (length: number): Shape => ({ length, varies: true, digits: true })

const shapes: Record<string, Shape> = {
  '00': id(18),
  '01': id(14),
  '02': id(14),
  10: upTo(20),
  11: digits(6),
  12: digits(6),
  13: digits(6),
  15: digits(6),
  16: digits(6),
  17: digits(6),
  20: digits(2),
  21: upTo(20),
  22: upTo(20),
  30: number(8),
  37: number(8),
  240: upTo(30),
  241: upTo(30),
  250: upTo(30),
  251: upTo(30),
  400: upTo(30),
  401: upTo(30),
  402: id(17),
  403: upTo(30),
  410: id(13),
  411: id(13),
  412: id(13),
  413: id(13),
  414: id(13),
  415: id(13),
  420: upTo(20),
  421: upTo(12),
  90: upTo(30),
  91: upTo(90),
  92: upTo(90),
  93: upTo(90),
  94: upTo(90),
  95: upTo(90),
  96: upTo(90),
  97: upTo(90),
  98: upTo(90),
  99: upTo(90),
}
/** Weights, lengths and volumes, 3100 to 3699: six digits, and the identifier's last one counts decimals. */
const measured = digits(6)

// FNC1, as many readers pass it on.
const separator = String.fromCharCode(0x1d)

function shapeAt(s: string): [string, Shape] | undefined {
  if (/^3[1-6]\d\d/.test(s)) return [s.slice(0, 4), measured]
  for (const n of [2, 3]) {
    const ai = s.slice(0, n)
    const shape = s.length > n ? shapes[ai] : undefined
    if (shape) return [ai, shape]
  }
  return undefined
}

export interface Label {
  elements: Element[]
  /** `check`: a number was misread. `label`: this is not written as labels of the trade are. */
  error?: 'check' | 'label'
}

function judge({ value }: Element, shape: Shape): Label['error'] {
  if (value === '' || value.length > shape.length || (!shape.varies && value.length !== shape.length)) return 'label'
  if (shape.digits && !/^\d+$/.test(value)) return 'label'
  return shape.checked && !checks(value) ? 'check' : undefined
}

const announced = /^\](?:C1|d2|Q3|e0)/

/** What the reader announced as, or as people read it below the bars, in brackets. */
export const bareOf = (scan: string) => scan.trim().replace(announced, '')

/** Whether the reader itself said that it read a label of the trade. */
export const isAnnounced = (scan: string) => announced.test(scan.trim())

/** Reads a label's element string, with or without the reader's announcement, with separators or in brackets. */
export function parseLabel(scan: string): Label {
  const text = bareOf(scan)
  if (text.startsWith('(')) return bracketed(text)
  const elements: Element[] = []
  let s = text
  while (s.startsWith(separator)) s = s.slice(1)
  while (s.endsWith(separator)) s = s.slice(0, -1)
  while (s !== '') {
    const found = shapeAt(s)
    if (!found) return { elements, error: 'label' }
    const [ai, shape] = found
    s = s.slice(ai.length)
    let n = Math.min(shape.length, s.length)
    if (shape.varies) {
      const end = s.indexOf(separator)
      if (end > shape.length || (end < 0 && s.length > shape.length)) return { elements, error: 'label' }
      n = end >= 0 ? end : s.length
    }
    const element = { ai, value: s.slice(0, n) }
    elements.push(element)
    const error = judge(element, shape)
    if (error) return { elements, error }
    s = s.slice(n)
    while (s.startsWith(separator)) s = s.slice(1)
  }
  return elements.length > 0 ? { elements } : { elements, error: 'label' }
}

function bracketed(text: string): Label {
  const elements: Element[] = []
  for (const part of text.split('(').slice(1)) {
    const [ai = '', raw] = part.split(')', 2)
    const found = shapeAt(`${ai}0`)
    if (raw === undefined || found?.[0] !== ai) return { elements, error: 'label' }
    const [, shape] = found
    const element = { ai, value: shape.digits ? raw.replaceAll(' ', '') : raw.trim() }
    elements.push(element)
    const error = judge(element, shape)
    if (error) return { elements, error }
  }
  return { elements }
}
