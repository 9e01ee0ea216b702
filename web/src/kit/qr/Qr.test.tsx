import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Qr } from './Qr'

// jsdom draws nothing: what is drawn is told by the size that it came to.
vi.mock('lean-qr', async (whole) => {
  const { generate, ...rest } = await whole<typeof import('lean-qr')>()
  return {
    ...rest,
    generate: (...asked: Parameters<typeof generate>) => {
      const code = generate(...asked)
      return Object.assign(code, {
        toCanvas: (canvas: HTMLCanvasElement) => {
          canvas.width = code.size
        },
      })
    },
  }
})

test('while the next code is not drawn, the one on the screen is not said to be it', async () => {
  const { rerender } = render(<Qr text="LDA300000FIRST" label="Code" />)
  const code = () => screen.getByRole<HTMLCanvasElement>('img', { name: 'Code' })
  await vi.waitFor(() => expect(code().dataset.text).toBe('14'))
  const { width } = code()

  const next = `LDA310000${'SECOND'.repeat(60)}`
  rerender(<Qr text={next} label="Code" />)
  expect(code().width, 'the first is still on the screen').toBe(width)
  expect(code().dataset.text).toBeUndefined()

  await vi.waitFor(() => expect(code().dataset.text).toBe(String(next.length)))
  expect(code().width).toBeGreaterThan(width)
})
