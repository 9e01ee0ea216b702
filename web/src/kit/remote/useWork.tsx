import { type ReactNode, useState } from 'react'
import { Alert } from '@/kit/ui'
import { useRefusal } from './refusal'

/** Work that a button starts: whether it is under way, and why the last one did not succeed, in words. */
export function useWork(): { busy: boolean; trouble: ReactNode; work: (run: () => Promise<unknown>) => Promise<void> } {
  const refusal = useRefusal()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<{ head: string | undefined; why: string }>()
  const work = async (run: () => Promise<unknown>) => {
    setBusy(true)
    setTrouble(undefined)
    try {
      await run()
    } catch (err) {
      setTrouble({ head: refusal.head(err), why: refusal.whole(err) })
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    trouble: trouble && (
      <Alert color="red" role="alert">
        {trouble.head && <strong>{trouble.head}. </strong>}
        {trouble.why}
      </Alert>
    ),
    work,
  }
}
