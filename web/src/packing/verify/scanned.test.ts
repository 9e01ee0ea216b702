import { describe, expect, it } from 'vitest'
import cases from '../../../../sync/testdata/packing-scan.json'
import { contentOf, decide } from './decide'
import { names, scanned } from './scanned'

const content = (code: string, count: number, inside: number, barcodes: string[] = []) => ({
  code,
  description: `${code} in its box`,
  barcodes,
  count,
  scanned: inside,
})
const box = (n: number, state: 'open' | 'packed', ...contents: ReturnType<typeof content>[]) => ({
  id: `B${n}`,
  planId: 'P',
  warehouse: 'ATL',
  n,
  type: 'C-1008',
  name: 'Medium',
  room: { l: 1, w: 1, h: 1 },
  contents,
  placed: [],
  weight: { milli: 0, unit: 'lb' },
  fill: 0,
  state,
  note: '',
  packedAt: null,
  packedBy: '',
  device: '',
  version: 1,
  scopes: ['wh:ATL'],
})

describe('what is scanned at the packing table', () => {
  // The same cases are judged by server/packing/scanned_test.go.
  it.each(cases)('$text', ({ text, bare }) => expect(scanned(text)).toBe(bare))

  it('is named by code, bar code, or by its description where it has no code', () => {
    const mug = content('Mug', 1, 0, ['036000291452'])
    expect([names(mug, 'MUG'), names(mug, '36000291452'), names(mug, ''), names(mug, 'CUP')]).toEqual([true, true, false, false])
    expect(names({ ...content('', 1, 0), description: 'Loose handle' }, 'LOOSE HANDLE')).toBe(true)
  })

  it('goes in, is complete, belongs elsewhere, or to no box at all', () => {
    const first = box(1, 'open', content('MUG', 2, 1), content('CUP', 1, 1))
    const boxes = [first, box(2, 'packed', content('POT', 1, 1)), box(3, 'open', content('POT', 1, 0))]
    expect(decide('mug', first, boxes)).toMatchObject({ kind: 'in', left: 0 })
    expect(decide('CUP', first, boxes)).toMatchObject({ kind: 'full' })
    expect(decide('pot', first, boxes)).toMatchObject({ kind: 'elsewhere', box: 3 })
    expect(decide('spoon', first, boxes)).toEqual({ kind: 'unknown', code: 'SPOON' })
    const left = [{ code: 'SKI', description: 'Skis', count: 1, reason: 'too-large' as const }]
    expect(decide('ski', first, boxes, left)).toMatchObject({ kind: 'leftOver' })
    expect(decide('mug', { ...first, state: 'packed' }, boxes)).toEqual({ kind: 'closed' })
  })

  it('is several pieces at once where a person counted them, and never more than go in', () => {
    const only = box(1, 'open', content('PIN', 245, 5))
    expect(decide('pin', only, [only], [], 240)).toMatchObject({ kind: 'in', left: 0 })
    expect(decide('pin', only, [only], [], 241)).toMatchObject({ kind: 'tooMany', left: 240 })
  })

  it('goes to the content that still takes it where two share a code', () => {
    const both = box(1, 'open', content('PIN', 1, 1, ['CUP']), content('CUP', 1, 0))
    expect(decide('cup', both, [both])).toMatchObject({ kind: 'in', content: { code: 'CUP' } })
    const done = box(1, 'open', content('PIN', 1, 1, ['CUP']), content('CUP', 1, 1))
    expect(decide('cup', done, [done])).toMatchObject({ kind: 'full', content: { code: 'PIN' } })
    expect(contentOf(done, 'CUP', -1)?.code).toBe('PIN')
  })
})
