import { type ReactNode, useRef } from 'react'
import { Icon } from '../icon/Icon'
import css from './Swipe.module.css'
import { type Side, useSwipe } from './useSwipe'

interface SwipeProps {
  sides: Partial<Record<Side, { label: string; run: () => unknown }>>
  className?: string
  children: ReactNode
}

/** What lies on top and can be drawn aside; below it stands what will be done. Moved without a render, so that it follows the finger. */
export function Swipe({ sides, className, children }: SwipeProps) {
  const front = useRef<HTMLDivElement>(null)
  const lanes = { left: useRef<HTMLDivElement>(null), right: useRef<HTMLDivElement>(null) }
  const { left, right } = sides
  const swipe = useSwipe({
    sides: { ...(left ? { left: left.run } : {}), ...(right ? { right: right.run } : {}) },
    show: (dx, far) => {
      if (front.current) front.current.style.transform = dx === 0 ? '' : `translateX(${dx}px)`
      for (const side of ['left', 'right'] as const) {
        const lane = lanes[side].current
        if (!lane) continue
        lane.style.display = dx !== 0 && dx > 0 === (side === 'right') ? 'flex' : 'none'
        lane.toggleAttribute('data-far', far)
      }
    },
  })
  // The buttons of the row say the same aloud, so the lanes are for the eye alone.
  const lane = (side: Side) =>
    sides[side] && (
      <div ref={lanes[side]} className={css.lane} data-side={side} aria-hidden="true">
        {side === 'left' && <Icon name="left" />}
        {sides[side].label}
        {side === 'right' && <Icon name="right" />}
      </div>
    )
  return (
    <>
      {lane('right')}
      {lane('left')}
      <div ref={front} className={`${css.front} ${className ?? ''}`} role="presentation" {...swipe}>
        {children}
      </div>
    </>
  )
}
