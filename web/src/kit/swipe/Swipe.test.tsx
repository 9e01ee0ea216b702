import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Swipe } from './Swipe'

const right = vi.fn()
const left = vi.fn()
const tap = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 400 })
  HTMLElement.prototype.setPointerCapture = () => {}
})

const setUp = (sides: Parameters<typeof Swipe>[0]['sides']) => {
  render(
    <Swipe sides={sides}>
      <button type="button" onClick={tap}>
        Door 4
      </button>
    </Swipe>,
  )
  const row = screen.getByRole('button')
  const at = (clientX: number, clientY = 10) => ({ pointerId: 1, isPrimary: true, button: 0, clientX, clientY })
  return {
    draw: (...points: [number, number?][]) => {
      const [first, ...rest] = points
      fireEvent.pointerDown(row, at(...(first ?? [0])))
      for (const p of rest) fireEvent.pointerMove(row, at(...p))
      fireEvent.pointerUp(row, at(...(points.at(-1) ?? [0])))
      fireEvent.click(row)
    },
  }
}

test('drawn far enough it is done, once, and the lift of the finger is no tap', () => {
  const { draw } = setUp({ right: { label: 'Confirm', run: right }, left: { label: 'Back', run: left } })
  draw([100], [130], [260])
  expect(right).toHaveBeenCalledOnce()
  expect(tap).not.toHaveBeenCalled()
  draw([300], [280], [120])
  expect(left).toHaveBeenCalledOnce()
})

test('a short draw, a way back, a scroll and a tap do nothing', () => {
  const { draw } = setUp({ right: { label: 'Confirm', run: right } })
  draw([100], [150]) // not far enough
  draw([100], [280], [110]) // thought better of it
  draw([100, 10], [110, 60], [300, 70]) // scrolled
  draw([300], [100]) // nothing to that side
  expect(right).not.toHaveBeenCalled()
  expect(tap).toHaveBeenCalledOnce() // the scroll's, which a browser would not send
  draw([100])
  expect(tap).toHaveBeenCalledTimes(2)
})
