// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { barsOf, gs1Words, plainWords } from './code128'

// The server writes them (server/document/label): what its printers draw is what this device draws.
const cases: { identifier: string; value: string; words: number[]; modules: string }[] = JSON.parse(
  readFileSync(new URL('../../../../sync/testdata/code128.json', import.meta.url), 'utf8'),
)

it('has cases', () => expect(cases.length).toBeGreaterThan(4))

it.each(cases)('a code has the server’s symbols and bars: $identifier $value', ({ identifier, value, words, modules }) => {
  const mine = identifier ? gs1Words(identifier, value) : plainWords(value)
  expect(mine).toEqual(words)
  const drawn = barsOf(mine)
  const row = new Array<string>(drawn.modules).fill('0')
  for (const { at, width } of drawn.bars) row.fill('1', at, at + width)
  expect(row.join('')).toBe(modules)
})
