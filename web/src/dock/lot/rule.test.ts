// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fitsAny, isTeachable, type Mark, matches, overlaps, type Rule, read, ruleFrom, sameBefore } from './rule'

interface Cases {
  rules: Record<string, Rule & { sample: string }>
  reads: { rule: string; text: string; matches?: false; reads?: Record<string, string> }[]
  misread: { rule: string; text: string }[]
  overlaps: [string, string][]
  apart: [string, string][]
}
const cases = JSON.parse(readFileSync(new URL('../../../../sync/testdata/label-rules.json', import.meta.url), 'utf8')) as Cases
const rule = (name: string): Rule => cases.rules[name] ?? expect.unreachable(name)

describe('a rule that was taught', () => {
  it.each(cases.reads)('$rule on $text', ({ rule: name, text, reads }) => {
    const { expiry, ...rest } = reads ?? {}
    expect(matches(rule(name), text)).toBe(reads !== undefined)
    expect(read(rule(name), text)).toEqual(reads && { ...rest, ...(expiry ? { expiresOn: expiry } : {}) })
  })

  it.each(cases.misread)('$rule knows no such day: $text', ({ rule: name, text }) => expect(read(rule(name), text)).toBe('misread'))

  it('overlaps another where a label could be both’s, as the server says', () => {
    for (const [a, b] of cases.overlaps) expect([a, b, overlaps(rule(a), rule(b)), overlaps(rule(b), rule(a))]).toEqual([a, b, true, true])
    for (const [a, b] of cases.apart) expect([a, b, overlaps(rule(a), rule(b)), overlaps(rule(b), rule(a))]).toEqual([a, b, false, false])
  })
})

/** Marks what stands in brackets, as a finger would: "BX[lot:004177][expiry:20280131]". */
function marked(drawn: string): { text: string; marks: Mark[] } {
  const marks: Mark[] = []
  let text = ''
  for (const piece of drawn.split(/(\[\w+:[^\]]*\])/)) {
    const [, what, value] = /^\[(\w+):([^\]]*)\]$/.exec(piece) ?? []
    if (what && value !== undefined) marks.push({ what: what as Mark['what'], from: text.length, to: text.length + value.length })
    text += value ?? piece
  }
  return { text, marks }
}

describe('a rule made by marking a label', () => {
  const teach = (drawn: string, days: 'ymd' | 'dmy' | '' = '', long = true) => {
    const { text, marks } = marked(drawn)
    return ruleFrom(text, marks, { same: sameBefore(marks), long, days })
  }

  it.each([
    ['acme', 'ACME|[pallet:P4471]|L:[lot:A12]|[expiry:31.12.2027]', 'dmy'],
    ['acme-short', 'ACME|[lot:A12]|[expiry:271231]', 'ymd'],
    ['bolt', 'BX[lot:004177][expiry:20280131]', 'ymd'],
    ['bolt-long', 'BX[pallet:0000059003][item:WID-0048]', ''],
    ['bar', '[item:WID-48];[lot:7781]', ''],
  ] as const)('%s from %s', (name, drawn, days) => {
    const { supplier: _s, sample: _t, ...want } = cases.rules[name] as Rule & { sample: string; supplier: string }
    expect(teach(drawn, days)).toEqual(want)
  })

  it('reads labels of other lengths where its parts are divided, or where it was told to', () => {
    expect(read(teach('ACME|[lot:A12]|[expiry:271231]', 'ymd'), 'ACME|B-77781|280131')).toEqual({ lot: 'B-77781', expiresOn: '2028-01-31' })
    expect(read(teach('BX0[pallet:777]', '', false), 'BX012345')).toEqual({ pallet: '12345' })
    expect(read(teach('BX0[pallet:777]'), 'BX012345')).toBeUndefined()
  })

  it('needs something to be known by', () => {
    expect(fitsAny(teach('[lot:7781]'))).toBe(true)
    expect(fitsAny(teach('L[lot:7781]'))).toBe(false)
    expect(fitsAny(teach('[item:A];[lot:7781]'))).toBe(false)
  })
})

it('only a label that the server would keep is offered for teaching', () => {
  expect(
    ['ABC', 'ABCD', 'AB CD', `AB${String.fromCharCode(0x1d)}CD`, 'AB\tCD', 'Ü123', 'X'.repeat(200), 'X'.repeat(201)].map(isTeachable),
  ).toEqual([false, true, true, true, false, false, true, false])
})
