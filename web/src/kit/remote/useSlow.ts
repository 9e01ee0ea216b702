import { useEffect, useState } from 'react'

/** How long a person is left without a word, in ms. */
export const slowAfter = 4_000

/** Whether something has been under way for so long that a person is owed a word, and a way out. */
export function useSlow(underWay: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!underWay) return
    const timer = setTimeout(() => setSlow(true), slowAfter)
    return () => clearTimeout(timer)
  }, [underWay])
  return underWay && slow
}
