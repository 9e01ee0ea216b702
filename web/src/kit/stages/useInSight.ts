import { type RefObject, useEffect } from 'react'

/** A strip of tabs may be wider than the screen: the one that is open is in it wherever it stands. `at` tells it, `known` whether the counts that push the tabs along are there. */
export function useInSight(strip: RefObject<HTMLElement | null>, at: string, known: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab stands elsewhere, and counts push the tabs along
  useEffect(() => {
    const box = strip.current
    const tab = box?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current="page"]')
    if (box && tab) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2
  }, [at, known])
}
