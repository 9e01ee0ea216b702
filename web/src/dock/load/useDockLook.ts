import { useLayoutEffect } from 'react'
import { appearance } from '@/kit/theme/appearance'

let shown = 0

/** Glove-sized targets and text while a screen of the floor is shown, whatever this device is otherwise set to. */
export function useDockLook() {
  useLayoutEffect(() => {
    const root = document.documentElement
    const put = () => {
      if (root.dataset.density !== 'dock') root.dataset.density = 'dock'
    }
    shown++
    put()
    const unwatch = appearance.watch(put)
    return () => {
      unwatch()
      shown--
      // The next screen may be of the floor too, and mounts in the same moment: the size must not jump between them.
      queueMicrotask(() => {
        if (shown === 0) root.dataset.density = appearance.now().density
      })
    }
  }, [])
}
