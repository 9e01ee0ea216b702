import { useLingui } from '@lingui/react/macro'
import { useCallback, useRef, useState } from 'react'
import { feedback, type Signal } from './feedback'

/**
 * Keeps a person's work on this device: a good tone where it stands, a bad one and a plain word where it does not. A second tap meanwhile is the same
 * one, unless it is of something else.
 */
export function useKeeping() {
  const { t } = useLingui()
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
        setTrouble(t`It could not be kept on this tablet. Nothing was changed. Try again.`)
        return false
      } finally {
        writing.current.delete(of)
      }
      feedback(signal)
      return true
    },
    [t],
  )
  return { trouble, keeping }
}
