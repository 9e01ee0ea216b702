import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '../testing/render'
import { SignaturePad } from './SignaturePad'
import { EmptySignature, fitTo, isEmpty, type Strokes, takeSignature } from './strokes'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

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

/** A pad of a size that can change, and a hand: `at` is a part of the pad's width. */
async function underHand() {
  const size = { width: 400, height: 200 }
  let resized = () => {}
  vi.spyOn(HTMLCanvasElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, size.width, size.height))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        resized = told
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  const told: (Strokes | null)[] = []
  let clear = () => {}
  let lock = (_: boolean) => {}
  function Signing() {
    const [drawn, setDrawn] = useState<Strokes | null>(null)
    const [disabled, setDisabled] = useState(false)
    clear = () => setDrawn(null)
    lock = setDisabled
    return (
      <SignaturePad
        label="Driver"
        value={drawn}
        disabled={disabled}
        onChange={(to) => {
          told.push(to)
          setDrawn(to)
        }}
      />
    )
  }
  await show(<Signing />)
  const canvas = screen.getByRole('img', { name: 'Driver' })
  let finger = 1
  let clock = 0
  vi.spyOn(Date, 'now').mockImplementation(() => (clock += 100)) // the pad takes a point in 16 ms
  const point = (type: string, at: number) =>
    act(async () => {
      const on = type === 'pointerdown' ? canvas : window
      on.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          cancelable: true,
          pointerId: finger,
          pressure: 0.5,
          buttons: type === 'pointerup' ? 0 : 1,
          clientX: at * size.width,
          clientY: size.height / 2,
        }),
      )
    })
  return {
    told,
    signed: () => canvas.getAttribute('data-signed') === 'true',
    down: (at: number) => point('pointerdown', at),
    move: (at: number) => point('pointermove', at),
    async up(at: number) {
      await point('pointerup', at)
      finger++ // each touch is another pointer
    },
    resize: (width: number, height: number) =>
      act(async () => {
        Object.assign(size, { width, height })
        resized()
      }),
    clear: () => act(async () => clear()),
    lock: (to: boolean) => act(async () => lock(to)),
    async stroke() {
      await this.down(0.1)
      await this.move(0.5)
      await this.up(0.9)
    },
  }
}

test('a pad that gets another size under the hand goes on with the stroke, in the new size', async () => {
  const hand = await underHand()
  await hand.down(0.1)
  await hand.move(0.3)
  await hand.move(0.5)
  await hand.resize(200, 100)
  await hand.move(0.7)
  await hand.up(0.9)
  expect(hand.signed()).toBe(true)
  const [drawn, ...more] = hand.told
  expect(more).toEqual([])
  expect(drawn).toMatchObject({ width: 200, height: 100 })
  expect(drawn?.strokes).toHaveLength(1)
  const xs = drawn?.strokes[0]?.map((p) => p.x / 200) ?? []
  expect(xs.map((x) => x.toFixed(1))).toEqual(['0.1', '0.3', '0.5', '0.7', '0.9'])
  await hand.stroke()
  expect(hand.told.at(-1)?.strokes, 'the next stroke counts, too').toHaveLength(2)
})

test('what is cleared or locked under the hand loses that stroke; the next one counts', async () => {
  const hand = await underHand()
  await hand.stroke()
  await hand.down(0.2)
  await hand.move(0.4)
  await hand.clear()
  await hand.up(0.6)
  expect(hand.signed()).toBe(false)
  await hand.stroke()
  expect(hand.signed()).toBe(true)
  expect(hand.told.at(-1)?.strokes).toHaveLength(1)

  await hand.down(0.2)
  await hand.move(0.4)
  await hand.lock(true)
  await hand.up(0.6)
  await hand.lock(false)
  await hand.stroke()
  expect(hand.told.at(-1)?.strokes).toHaveLength(2)
})
