import { useEffect, useLayoutEffect, useRef } from 'react'
import Pad from 'signature_pad'
import { useHold } from '../busy/useBusy'
import { fitTo, groups, isEmpty, type Strokes } from './strokes'

const thin = 0.8
const thick = 2.8

const strokesOf = (p: Pad): Strokes['strokes'] =>
  p.toData().map((g) => g.points.map(({ x, y, pressure, time }) => ({ x, y, pressure, time })))

/** Has a pad show these strokes and nothing else. */
function only(p: Pad, drawn: Strokes | null, width: number) {
  p.clear()
  if (drawn && width > 0) p.fromData(groups(drawn, thin, thick))
}

/** Draws what a hand has drawn so far on a pad that is of another size now, and leaves its stroke open. */
function goOn(p: Pad, was: { width: number; height: number }, width: number, height: number) {
  const open = p.toData() // not a copy: the stroke under the hand is its last
  const { strokes } = fitTo({ width: was.width || width, height: was.height || height, strokes: strokesOf(p) }, width, height)
  for (const [i, g] of open.entries()) g.points = strokes[i] ?? []
  const count = open.length
  p.fromData([...open], { clear: false }) // puts them behind themselves
  p.toData().splice(count)
}

/** A canvas that is signed on. It tells of every stroke at its end, and draws itself anew from its strokes after a rotation or a resize. */
export function usePad(value: Strokes | null, onChange: (drawn: Strokes | null) => void, disabled = false) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const drawn = useRef(value)
  /** A hand is drawing a stroke that has not ended. */
  const atWork = useRef(false)
  const emit = useRef(onChange)
  emit.current = onChange
  useHold('signature', !isEmpty(value))

  // Before the page is seen: a hand that is quick finds the pad listening.
  useLayoutEffect(() => {
    const c = canvas.current
    if (!c) return
    const p = new Pad(c, { minWidth: thin, maxWidth: thick, penColor: '#000', canvasContextOptions: { desynchronized: true } })
    pad.current = p
    let size = c.getBoundingClientRect()

    const redraw = () => {
      const { width, height } = c.getBoundingClientRect()
      if (width === 0) return
      const ratio = Math.max(devicePixelRatio || 1, 1)
      c.width = Math.round(width * ratio)
      c.height = Math.round(height * ratio)
      c.getContext('2d')?.scale(ratio, ratio)
      if (atWork.current) {
        // The page moved under a hand that signs. To clear the pad would leave it deaf to this stroke's end, and to every stroke after it.
        goOn(p, size, width, height)
      } else {
        if (drawn.current) drawn.current = fitTo(drawn.current, width, height)
        only(p, drawn.current, width)
      }
      size = c.getBoundingClientRect()
    }
    const began = () => {
      atWork.current = true
    }
    const ended = () => {
      atWork.current = false
      const { width, height } = c.getBoundingClientRect()
      drawn.current = { width, height, strokes: strokesOf(p) }
      emit.current(drawn.current)
    }
    p.addEventListener('beginStroke', began)
    p.addEventListener('endStroke', ended)
    const sizes = new ResizeObserver(redraw)
    sizes.observe(c)
    redraw()
    return () => {
      sizes.disconnect()
      p.removeEventListener('beginStroke', began)
      p.removeEventListener('endStroke', ended)
      p.off()
      atWork.current = false
    }
  }, [])

  useEffect(() => {
    // Only what came from outside (a kept draft, a clear) is drawn here; our own strokes are on the canvas already.
    if (value === drawn.current || !pad.current || !canvas.current) return
    const { width, height } = canvas.current.getBoundingClientRect()
    drawn.current = value && width > 0 ? fitTo(value, width, height) : value
    only(pad.current, drawn.current, width)
    if (!atWork.current) return
    // What is cleared under a hand takes the stroke along that it draws; the next one counts.
    atWork.current = false
    pad.current.off()
    if (!disabled) pad.current.on()
  }, [value, disabled])

  useEffect(() => {
    if (!pad.current || !canvas.current) return
    if (!disabled) return pad.current.on()
    pad.current.off()
    if (!atWork.current) return
    atWork.current = false
    only(pad.current, drawn.current, canvas.current.getBoundingClientRect().width)
  }, [disabled])

  return canvas
}
