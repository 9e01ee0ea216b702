import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

const enough = 6 // pixels; less is a tap

export interface Drag {
  /** The thing in the hand. */
  held: string | undefined
  /** The place that it is over, by its data-drop. */
  over: string | undefined
  ghost: RefObject<HTMLDivElement | null>
  /** For the thing that is dragged, or for its handle. */
  grip: (id: string, handle?: boolean) => { onPointerDown: (e: PointerEvent) => void }
}

/**
 * Carries a thing to a place with mouse, finger or pen. A finger takes it by its handle, so that the page can still be scrolled; who cannot drag
 * has the same in a dialog. What can be dropped on has data-drop.
 */
export function useDrag(drop: (id: string, place: string) => void): Drag {
  const [held, setHeld] = useState<string>()
  const [over, setOver] = useState<string>()
  const ghost = useRef<HTMLDivElement>(null)
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])

  const take = (id: string, e: PointerEvent) => {
    const from = { x: e.clientX, y: e.clientY }
    const watch = new AbortController()
    const { signal } = watch
    let under: string | undefined
    let carried = false
    const stop = () => {
      watch.abort()
      setHeld(undefined)
      setOver(undefined)
    }
    end.current = stop
    const move = (m: globalThis.PointerEvent) => {
      if (!carried && Math.hypot(m.clientX - from.x, m.clientY - from.y) < enough) return
      if (!carried) {
        carried = true
        setHeld(id)
      }
      m.preventDefault()
      if (ghost.current) ghost.current.style.transform = `translate(${m.clientX + 10}px, ${m.clientY + 10}px)`
      const target = document.elementFromPoint(m.clientX, m.clientY)?.closest<HTMLElement | SVGElement>('[data-drop]')
      // A place that is cut off by the edge comes into sight, and the next row with it.
      if (target && target.dataset.drop !== under && target.dataset.drop) target.scrollIntoView({ block: 'nearest' })
      under = target?.dataset.drop
      setOver(under)
    }
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointercancel', stop, { signal })
    window.addEventListener('keydown', (k) => k.key === 'Escape' && stop(), { signal })
    window.addEventListener(
      'pointerup',
      () => {
        stop()
        if (!carried) return
        // The tap that a browser makes of the end of a drag opens nothing.
        const swallow = (c: Event) => c.stopPropagation()
        window.addEventListener('click', swallow, { capture: true, once: true })
        setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
        if (under !== undefined) drop(id, under)
      },
      { signal },
    )
  }
  return {
    held,
    over,
    ghost,
    grip: (id, handle = false) => ({
      onPointerDown: (e) => {
        if (e.button !== 0 || (e.pointerType !== 'mouse' && !handle)) return
        e.stopPropagation()
        take(id, e)
      },
    }),
  }
}
