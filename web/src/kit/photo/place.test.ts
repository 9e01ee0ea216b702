import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { placeOf, withPlace } from './place'

const file = (kind: string) => new Uint8Array(readFileSync(`server/kit/exif/testdata/place.${kind}`))
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

test.each(['jpg', 'png', 'webp', 'heic'])(
  'the place of a photo in %s goes over into the one that was drawn anew, and nothing else',
  (kind) => {
    const place = placeOf(file(kind))
    if (!place) throw new Error('no place found')
    expect(text(place)).toContain('2026:11:26')
    expect(text(place)).not.toContain('Dock') // its camera
    const drawn = new Uint8Array([0xff, 0xd8, 0xff, 0xd9])
    const whole = withPlace(drawn, place)
    expect(whole).toHaveLength(4 + 10 + place.length)
    expect([whole[0], whole[1], whole.at(-2), whole.at(-1)]).toEqual([0xff, 0xd8, 0xff, 0xd9])
    expect(placeOf(whole)).toEqual(place)
  },
)

test('a photo that tells no place gives none', () => {
  expect(placeOf(new Uint8Array([0xff, 0xd8, 0xff, 0xd9]))).toBeUndefined()
  expect(placeOf(new Uint8Array(Buffer.from('II*\0\x08\0\0\0\xff\xff', 'latin1')))).toBeUndefined()
})
