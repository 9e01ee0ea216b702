import { CallError, NoContact } from '@sync/wire'
import { useMemo } from 'react'
import { toasts } from '../toast/toast'
import { useRefusal } from './refusal'

/** One way to do something from a button or a row: whoever starts it awaits it, and a refusal is told. */
export function useAct() {
  const refusal = useRefusal()
  return useMemo(
    () => ({
      /** Resolves to whether it was done. A mistake of ours is told, too, and goes on to where mistakes are seen. */
      act: async (run: () => unknown): Promise<boolean> => {
        try {
          await run()
          return true
        } catch (err) {
          toasts.bad(refusal.whole(err))
          if (!(err instanceof CallError) && !(err instanceof NoContact)) throw err
          return false
        }
      },
    }),
    [refusal],
  )
}
