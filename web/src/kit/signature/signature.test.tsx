import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/render'
import { SignaturePad } from './SignaturePad'
import { EmptySignature, fitTo, isEmpty, type Strokes, takeSignature } from './strokes'

const point = (x: number, y: number, time = 0) => ({ x, y, pressure: 0.5, time })
const dot: Strokes = { width: 400, height: 200, strokes: [[point(10, 10), point(11, 10, 5)]] }
const name: Strokes = { width: 400, height: 200, strokes: [[point(40, 100), point(200, 60, 40), point(360, 120, 90)]] }

test('an empty pad, and a dot or a slip on it, is no signature', async () => {
  expect(isEmpty(null)).toBe(true)
  expect(isEmpty({ width: 400, height: 200, strokes: [] })).toBe(true)
  expect(isEmpty(dot)).toBe(true)
  expect(isEmpty(name)).toBe(false)
  await expect(takeSignature(null)).rejects.toBeInstanceOf(EmptySignature)
  await expect(takeSignature(dot)).rejects.toBeInstanceOf(EmptySignature)
})

test('a rotation keeps the whole signature and its shape', () => {
  const upright = fitTo(name, 200, 400)
  const points = upright.strokes.flat()
  expect(Math.min(...points.map((p) => p.x))).toBeGreaterThanOrEqual(0)
  expect(Math.max(...points.map((p) => p.x))).toBeLessThanOrEqual(200)
  const slope = (s: Strokes) => {
    const [a, b] = s.strokes[0] ?? []
    return a && b ? (b.y - a.y) / (b.x - a.x) : Number.NaN
  }
  expect(slope(upright)).toBeCloseTo(slope(name))
  expect(upright.strokes.flat().map((p) => p.time)).toEqual([0, 40, 90])
})

test('the pad says what is wrong and can only be cleared when something is on it', async () => {
  await show(<SignaturePad label="Driver" value={null} onChange={() => {}} error="Please sign." />)
  expect(screen.getByRole('img', { name: 'Driver' }).getAttribute('data-signed')).toBe('false')
  expect(screen.getByRole('alert').textContent).toContain('Please sign.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Clear' }).disabled).toBe(true)
})
