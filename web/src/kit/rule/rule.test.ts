import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as rule from './rule'

interface Case {
  in: unknown
  out?: unknown
  bad?: string[]
}
interface Cases {
  rule: string
  gives?: boolean
  unchanged?: boolean
  accept: Case[]
  reject: Case[]
}

// The server runs the very same cases (server/kit/rule).
const sets = JSON.parse(readFileSync(new URL('../../../../sync/testdata/rules.json', import.meta.url), 'utf8')) as Cases[] // a file of ours

// biome-ignore lint/suspicious/noExplicitAny: each rule's cases have their own input
const judges: Record<string, (input: any, c: Case) => unknown> = {
  'email-list': (list, c) => {
    expect(rule.badEmails(list)).toEqual(c.bad ?? [])
    return rule.badEmails(list).length === 0
  },
  phone: rule.isPhones,
  'phone-keystrokes': rule.isPhoneKey,
  'zip-keystrokes': rule.isZipKey,
  zip: rule.isZip,
  'zip-state': rule.stateOf,
  'positive-number': rule.isPositive,
  'negative-made-absolute': rule.absolute,
  'time-general': rule.turned,
  'time-shipment': rule.clock,
  'pallet-max': rule.isPallets,
  'upload-file-type': rule.isFileType,
  'paste-strip': rule.pasted,
  'zip-length': (text) => rule.within(text, rule.rules.zipMax),
  'state-length': (text) => rule.within(text, rule.rules.stateMax),
  'contact-name-length': (text) => rule.within(text, rule.rules.contactMax),
  nmfc: rule.isNmfc,
  un: rule.isUn,
  'hazard-class': rule.isHazardClass,
  'mandatory-fields': (given) => rule.missing(given, 'order number', 'weight', 'address').length === 0,
  'total-weight': rule.totalWeight,
  'missing-unit': rule.unitFactor,
  hazmat: (h) =>
    rule
      .hazmatLacks(h)
      .map(({ part, code }) => `${part} ${code}`)
      .join('; '),
  'density-class': ({ pounds, inches }) => rule.suggestClass(pounds, inches).class,
}

test('every rule has its cases', () => {
  expect(sets.map((s) => s.rule).sort()).toEqual(Object.keys(judges).sort())
})

describe.each(sets)('$rule', (set) => {
  const judge = judges[set.rule]
  test('accepts', () => {
    expect(set.accept.length).toBeGreaterThan(0)
    for (const c of set.accept) expect(judge?.(c.in, c), JSON.stringify(c.in)).toEqual(set.gives ? c.out : true)
  })
  test('rejects', () => {
    for (const c of set.reject)
      if (!set.gives) expect(judge?.(c.in, c), JSON.stringify(c.in)).toBe(false)
      else if (set.unchanged) expect(judge?.(c.in, c), JSON.stringify(c.in)).toBe(c.out)
      else expect(judge?.(c.in, c), JSON.stringify(c.in)).not.toEqual(c.out)
  })
})
