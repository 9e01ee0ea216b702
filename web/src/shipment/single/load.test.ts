import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { carrierName } from './carrierName'
import { type Kind, type Line, load, loadLine } from './load'

interface Cases {
  rule: string
  accept: { in: unknown; out: unknown }[]
  reject: { in: unknown; out: unknown }[]
}
// The server runs the very same cases (server/shipment/single_test.go).
const sets = JSON.parse(readFileSync(new URL('../../../../sync/testdata/shipment-load.json', import.meta.url), 'utf8')) as Cases[] // a file of ours

const kind: Kind = 'prepaid'
// biome-ignore lint/suspicious/noExplicitAny: each rule's cases have their own input
const run: Record<string, (input: any) => unknown> = {
  'shipment-zero-quantity': (n) => loadLine({ Qty: n }).Qty ?? '',
  'item-class-fallback': ({ itemClass, userDefined }) => loadLine({ itemClass }, userDefined).itemClass,
  'missing-billto': (given) => {
    const known = given && typeof given === 'object'
    const Billto = known
      ? { name: given.CompanyName, street: given.Street, city: given.City, state: given.State, zip: given.Zip, country: given.CountryCode }
      : null
    const p = load({ Kind: kind, Billto }, '').Billto
    return { CompanyName: p?.name, Street: p?.street, City: p?.city, State: p?.state, CountryCode: p?.country, Zip: p?.zip }
  },
  'origin-email-fallback': ({ origin, user }) =>
    load({ Kind: kind, Origin: { name: '', street: '', city: '', state: '', zip: '', country: 'US', email: origin ?? '' } }, user).Origin
      ?.email,
  'nmfc-valid-on-load': (line: Partial<Line>) => ({ isNmfcValid: loadLine(line).isNmfcValid }),
  'special-carrier-display': (code) => carrierName(code, 'Add a New Carrier'),
  'empty-items-on-load': (list: string[]) => {
    const n = load({ Kind: kind, Items: list.map((d) => loadLine({ Description: d })) }, '').Items?.length
    return n === 1 ? '1 item' : `${n} items`
  },
}

test('a page begins with an entry in shape, by the rules that the server has too', () => {
  expect(sets.map((s) => s.rule).sort()).toEqual(Object.keys(run).sort())
  for (const s of sets) {
    for (const c of s.accept) expect(run[s.rule]?.(c.in), `${s.rule} ${JSON.stringify(c.in)}`).toEqual(c.out)
    for (const c of s.reject) expect(run[s.rule]?.(c.in), `${s.rule} ${JSON.stringify(c.in)}`).not.toEqual(c.out)
  }
})

test('references that an order file left empty are none', () => {
  expect(load({ Kind: kind, References: ['SO-1', 'PO-2', '', ''] }, '').References).toEqual(['SO-1', 'PO-2'])
  expect(load({ Kind: kind }, '')).not.toHaveProperty('References')
})

test('lists that a caller left out are empty ones', () => {
  // as they were kept before the server filled them in
  const kept = { Kind: kind, AdditionalService: null, ShipmentStops: null } as never
  expect(load(kept, '')).toMatchObject({ AdditionalService: [], ShipmentStops: [] })
})
