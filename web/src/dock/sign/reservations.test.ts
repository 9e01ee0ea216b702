// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { aPallet } from '../testing/rows'
import { nobodyLine } from './nobodyLine'
import { reservations } from './reservations'

it('says what the server would say, in order of the pallets', () => {
  const on = { scannedAt: '2026-11-20T14:00:00Z' }
  expect(
    reservations(
      [
        aPallet({ lpn: 'C', state: 'damaged', photos: ['a', 'b'], ...on }),
        aPallet({ lpn: 'A', state: 'short', short: 2, shortNote: 'wet', shortPhotos: ['a'], ...on }),
        aPallet({
          lpn: 'B',
          state: 'damaged',
          short: 1,
          shortNote: 'one bag gone',
          damageNote: 'Carton crushed, corner',
          note: 'top of the stack',
          ...on,
        }),
        aPallet({ lpn: 'D' }),
        aPallet({ lpn: 'E', state: 'short', short: 48 }),
        aPallet({ lpn: 'F', state: 'loaded', ...on }),
      ],
      { signed: 1, scanned: 4, pieces: { signed: 1, scanned: 140 }, photos: 2 },
    ),
  ).toEqual([
    'Pallet A: 2 of 48 pieces short, 1 photo: wet',
    'Pallet B: 1 of 48 pieces short: one bag gone',
    'Pallet B: damaged, no photo: Carton crushed, corner',
    'Pallet C: damaged, 2 photos',
    'Pallet D: not loaded',
    'Pallet E: 48 of 48 pieces short',
    'Signed for 1 pallet, 4 scanned on board',
    'Signed for 1 piece, 140 scanned on board',
    "The signer's own count is shown in 2 photos",
  ])
})

it('says of a pallet that is over and damaged both', () => {
  expect(reservations([aPallet({ lpn: 'A', state: 'over', damageNote: 'corner crushed', scannedAt: '2026-11-20T14:00:00Z' })])).toEqual([
    'Pallet A: damaged, no photo: corner crushed',
    'Pallet A: over, not on the order',
  ])
})

it('puts that nobody was there between the pallets and the count', () => {
  const none = reservations(
    [aPallet({ lpn: 'A', state: 'loaded', scannedAt: '2026-11-20T14:00:00Z' })],
    { signed: 2, scanned: 1 },
    nobodyLine(' at lunch '),
  )
  expect(none).toEqual(['Nobody was available to sign: at lunch', 'Signed for 2 pallets, 1 scanned on board'])
  expect(nobodyLine('')).toBe('Nobody was available to sign')
})

it('has the words of the server’s catalogue', () => {
  const folder = new URL('../../../../server/kit/message/', import.meta.url)
  const words: Record<string, string> = Object.assign(
    {},
    ...['bill', 'dock'].map((f) => JSON.parse(readFileSync(new URL(`${f}.en.json`, folder), 'utf8'))),
  )
  expect(words['bill-pallet-short']).toBe(
    'Pallet {lpn}: {short} of {pieces} pieces short{photos, plural, =0 {} one {, # photo} other {, # photos}}{note}',
  )
  expect(words['bill-pallet-damaged']).toBe('Pallet {lpn}: damaged, {photos, plural, =0 {no photo} one {# photo} other {# photos}}{note}')
  expect(words['bill-pallet-over']).toBe('Pallet {lpn}: over, not on the order')
  expect(words['bill-pallet-left']).toBe('Pallet {lpn}: not loaded')
  expect(words['bill-pieces-differ']).toBe('Signed for {signed, plural, one {# piece} other {# pieces}}, {scanned} scanned on board')
  expect(words['bill-count-differs']).toBe('Signed for {signed, plural, one {# pallet} other {# pallets}}, {scanned} scanned on board')
  expect(words['bill-nobody']).toBe('Nobody was available to sign{note}')
  expect(words['bill-count-photos']).toBe("The signer's own count is shown in {photos, plural, one {# photo} other {# photos}}")
})
