import { type RefObject, useEffect } from 'react'

/** A strip of tabs may be wider than the screen: the one that is open is in it wherever it stands. `at` tells it, `counts` changes with what pushes the tabs along. */
export function useInSight(strip: RefObject<HTMLElement | null>, at: string, counts: string | boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab stands elsewhere, and so does this one once there are counts before it
  useEffect(() => {
    const box = strip.current
    const tab = box?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current="page"]')
    if (box && tab) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2
  }, [at, counts])
}
