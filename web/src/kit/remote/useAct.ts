import { useMemo } from 'react'
import { toasts } from '../toast/toast'
import { useRefusal } from './refusal'

/** One way to do something from a button or a row: what is refused is told, and awaited by whoever shows that it is under way. */
export function useAct() {
  const refusal = useRefusal()
  return useMemo(
    () => ({
      /** Resolves to whether it was done. */
      act: async (run: () => unknown): Promise<boolean> => {
        try {
          await run()
          return true
        } catch (err) {
          toasts.bad(refusal.whole(err))
          return false
        }
      },
    }),
    [refusal],
  )
}
