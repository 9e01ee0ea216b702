import { useEffect, useRef } from 'react'
import Pad from 'signature_pad'
import { useHold } from '../busy/useBusy'
import { fitTo, groups, isEmpty, type Strokes } from './strokes'

const thin = 0.8
const thick = 2.8

/** A canvas that is signed on. It tells of every stroke at its end, and draws itself anew from its strokes after a rotation or a resize. */
export function usePad(value: Strokes | null, onChange: (drawn: Strokes | null) => void, disabled = false) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const drawn = useRef(value)
  const emit = useRef(onChange)
  emit.current = onChange
  useHold('signature', !isEmpty(value))

  useEffect(() => {
    const c = canvas.current
    if (!c) return
    const p = new Pad(c, { minWidth: thin, maxWidth: thick, penColor: '#000', canvasContextOptions: { desynchronized: true } })
    pad.current = p

    const redraw = () => {
      const { width, height } = c.getBoundingClientRect()
      if (width === 0) return
      const ratio = Math.max(devicePixelRatio || 1, 1)
      c.width = Math.round(width * ratio)
      c.height = Math.round(height * ratio)
      c.getContext('2d')?.scale(ratio, ratio)
      p.clear()
      if (drawn.current) {
        drawn.current = fitTo(drawn.current, width, height)
        p.fromData(groups(drawn.current, thin, thick))
      }
    }
    const ended = () => {
      const { width, height } = c.getBoundingClientRect()
      drawn.current = {
        width,
        height,
        strokes: p.toData().map((g) => g.points.map(({ x, y, pressure, time }) => ({ x, y, pressure, time }))),
      }
      emit.current(drawn.current)
    }
    p.addEventListener('endStroke', ended)
    const sizes = new ResizeObserver(redraw)
    sizes.observe(c)
    redraw()
    return () => {
      sizes.disconnect()
      p.removeEventListener('endStroke', ended)
      p.off()
    }
  }, [])

  useEffect(() => {
    // Only what came from outside (a kept draft, a clear) is drawn here; our own strokes are on the canvas already.
    if (value === drawn.current || !pad.current || !canvas.current) return
    drawn.current = value
    pad.current.clear()
    const { width, height } = canvas.current.getBoundingClientRect()
    if (value && width > 0) {
      drawn.current = fitTo(value, width, height)
      pad.current.fromData(groups(drawn.current, thin, thick))
    }
  }, [value])

  useEffect(() => {
    if (disabled) pad.current?.off()
    else pad.current?.on()
  }, [disabled])

  return canvas
}
