import { type PointerEvent, useRef } from 'react'

export type Side = 'left' | 'right'

interface SwipeOptions {
  /** What can be done to either side; a side without anything does not give way. */
  sides: Partial<Record<Side, () => unknown>>
  /** Shows how far it has gone: negative to the left, 0 when it is over. `far` says that letting go now does it. */
  show: (dx: number, far: boolean) => void
}

/** A finger that moves this far sideways means a swipe; less is a tap, and more upwards than sideways is scrolling. */
const begin = 12
const least = 80

/** How far a row must be drawn before letting go does something: a good part of it, and never a twitch. */
export const reach = (width: number) => Math.max(least, Math.min(width * 0.35, 180))

/**
 * Swiping a row to one side. It is a short cut and never the only way: whoever uses it gives a button for the same action. Nothing is done
 * until the finger is lifted, so going back undoes the thought.
 */
export function useSwipe({ sides, show }: SwipeOptions) {
  const drag = useRef<{ id: number; x: number; y: number; width: number; on: boolean; dx: number } | undefined>(undefined)
  const swallowed = useRef(false)

  const over = () => {
    drag.current = undefined
    show(0, false)
  }
  return {
    onPointerDown(e: PointerEvent<HTMLElement>) {
      swallowed.current = false
      if (!e.isPrimary || e.button !== 0 || (!sides.left && !sides.right)) return
      drag.current = { id: e.pointerId, x: e.clientX, y: e.clientY, width: e.currentTarget.clientWidth, on: false, dx: 0 }
    },
    onPointerMove(e: PointerEvent<HTMLElement>) {
      const d = drag.current
      if (d?.id !== e.pointerId) return
      const dx = e.clientX - d.x
      if (!d.on) {
        if (Math.abs(e.clientY - d.y) > begin && Math.abs(e.clientY - d.y) >= Math.abs(dx)) return over()
        if (Math.abs(dx) < begin) return
        d.on = true
        e.currentTarget.setPointerCapture(e.pointerId)
      }
      const open = dx > 0 ? sides.right : sides.left
      d.dx = open ? dx : 0
      show(d.dx, Math.abs(d.dx) >= reach(d.width))
    },
    onPointerUp(e: PointerEvent<HTMLElement>) {
      const d = drag.current
      if (d?.id !== e.pointerId) return
      swallowed.current = d.on // the click that follows was no tap
      const done = d.on && Math.abs(d.dx) >= reach(d.width) ? (d.dx > 0 ? sides.right : sides.left) : undefined
      over()
      done?.()
    },
    onPointerCancel: over,
    onClickCapture(e: { stopPropagation(): void; preventDefault(): void }) {
      if (!swallowed.current) return
      swallowed.current = false
      e.stopPropagation()
      e.preventDefault()
    },
  }
}
