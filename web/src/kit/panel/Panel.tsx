import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import css from './Panel.module.css'

interface PanelProps {
  /** What the button shows. */
  face: ReactNode
  /** Where the face says less than a screen reader needs. */
  label?: string
  className?: string
  hue?: string
  current?: boolean
  side?: 'below' | 'right'
  /** The inside, only there while it is open. */
  children: (close: () => void) => ReactNode
}

/**
 * A button and the panel that opens from it: the browser's own popover, so a tap outside and Escape close it, it lies above everything, and
 * nothing of it is in the first screen's code. What opens a list of its own in the page (Mantine's Select) does not belong inside: the
 * browser would take a tap on that list for a tap outside.
 */
export function Panel({ face, label, className, hue, current, side = 'below', children }: PanelProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(false)

  useEffect(() => {
    const box = panel.current
    const from = button.current
    if (!opened || !box || !from) return
    const place = () => {
      const r = from.getBoundingClientRect()
      const within = (wanted: number, size: number, room: number) => Math.max(8, Math.min(wanted, room - size - 8))
      box.style.left = `${within(side === 'right' ? r.right + 6 : r.right - box.offsetWidth, box.offsetWidth, innerWidth)}px`
      box.style.top = `${within(side === 'right' ? r.top : r.bottom + 6, side === 'right' ? box.offsetHeight : 0, innerHeight)}px`
      box.style.maxHeight = `${innerHeight - box.offsetTop - 8}px`
    }
    place()
    box.focus({ preventScroll: true })
    // What is inside may come a moment later, and a tablet may be turned.
    const watch = new ResizeObserver(place)
    watch.observe(box)
    watch.observe(document.documentElement)
    return () => watch.disconnect()
  }, [opened, side])

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        data-hue={hue}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-current={current ? 'page' : undefined}
        popoverTarget={id}
      >
        {face}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: where nothing inside can be focused, as in a long list of messages, the keyboard scrolls the panel itself
        tabIndex={0}
        className={css.panel}
        onToggle={(e) => setOpened(e.newState === 'open')}
      >
        {opened && children(() => panel.current?.hidePopover())}
      </div>
    </>
  )
}
