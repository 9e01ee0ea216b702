import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A panel was opened by the step to this entry: the one before shows the same screen without it. */
    opened?: boolean
  }
}

/**
 * Writes a screen's search so that Back closes what lies over the screen, not the screen: opening a panel is a step of its own, and closing one by its
 * own button takes that step back.
 */
export function useOverlay<S extends object>(search: S, isOpen: (search: S) => boolean): (to: S) => void {
  const navigate = useNavigate()
  const router = useRouter()
  /** What the address is to say once the step back is done. */
  const pending = useRef<S>(undefined)
  const open = isOpen(search)
  const write = (to: S, step: { replace: boolean; opened: boolean }) =>
    void navigate({ to: '.', search: to as never, replace: step.replace, state: (s) => ({ ...s, opened: step.opened }) }) // the route checks its own search
  const latest = useRef(write)
  latest.current = write

  useEffect(() => {
    if (open || !pending.current) return
    const to = pending.current
    pending.current = undefined
    latest.current(to, { replace: true, opened: false })
  }, [open])

  return (to) => {
    const { opened = false } = router.state.location.state
    if (isOpen(to) && !open) write(to, { replace: false, opened: true })
    else if (!isOpen(to) && open && opened) {
      pending.current = to
      router.history.back()
    } else write(to, { replace: true, opened: opened && isOpen(to) })
  }
}
