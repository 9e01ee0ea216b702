import { describe, expect, it } from 'vitest'
import { readSize, sizeOf, typedSize } from './size'

describe('three measures', () => {
  it('are read as people write them', () => {
    const s = sizeOf(' 12.5 x 9×6 ', 'in')
    expect(s && [s.length.milli, s.width.milli, s.height.milli]).toEqual([12_500, 9000, 6000])
    expect(typedSize(s)).toBe('12.5 x 9 x 6')
    expect(s && readSize(s, 'en')).toBe('12.5 × 9 × 6 in')
  })
  it('are three, and above zero', () => {
    for (const wrong of ['', '12 x 9', '12 x 9 x 0', 'a x b x c', '1 x 2 x 3 x 4']) expect(sizeOf(wrong, 'in')).toBeUndefined()
  })
})
