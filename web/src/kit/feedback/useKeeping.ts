import { useLingui } from '@lingui/react/macro'
import { CallError } from '@sync/wire'
import { useCallback, useRef, useState } from 'react'
import { useRefusal } from '@/kit/remote/refusal'
import { feedback } from './feedback'
import type { Signal } from './signal'

/**
 * Keeps a person's work on this device: a good tone where it stands, a bad one and a plain word where it does not. A second tap meanwhile is the same
 * one, unless it is of something else.
 */
export function useKeeping() {
  const { t } = useLingui()
  const refusal = useRefusal()
  const [trouble, setTrouble] = useState('')
  const writing = useRef(new Set<string>())
  /** True once it stands; then what was typed may go. */
  const keeping = useCallback(
    async (write: () => Promise<unknown>, { of = '', signal = 'good' }: { of?: string; signal?: Signal } = {}): Promise<boolean> => {
      if (writing.current.has(of)) return false
      writing.current.add(of)
      setTrouble('')
      try {
        await write()
      } catch (err) {
        console.error('work was not kept on this device', err)
        feedback('bad')
        // Where it is the work itself that cannot be sent, to try again would not help.
        setTrouble(err instanceof CallError ? refusal.whole(err) : t`The tablet could not save it. Nothing was changed. Try again.`)
        return false
      } finally {
        writing.current.delete(of)
      }
      feedback(signal)
      return true
    },
    [t, refusal],
  )
  return { trouble, keeping }
}
