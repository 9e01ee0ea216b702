import { describe, expect, it } from 'vitest'
import { readSize, sizeOf, typedSize, unitOf } from './size'

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
  it('are shown in the unit that they were entered in, and never as another', () => {
    const mm = sizeOf('300 x 200 x 100', 'mm')
    const inch = sizeOf('12 x 9 x 6', 'in')
    expect([unitOf(mm), typedSize(mm)]).toEqual(['mm', '300 x 200 x 100'])
    expect([unitOf(inch, mm), typedSize(mm, unitOf(inch, mm))]).toEqual(['in', '11.811 x 7.874 x 3.937'])
    expect(unitOf(undefined)).toBe('in')
  })
})
