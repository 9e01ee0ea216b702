import type { Dispatch } from 'react'
import { useRefusal } from '@/kit/remote/refusal'
import type { Marks } from './useMarks'

/** What is done to many rows at once: which of it is under way (the screen's state), and a start that clears what the rows, or those that it is `of`, said of the last one. */
export function useRun(marks: Marks, [busy, setBusy]: readonly [string | undefined, Dispatch<string | undefined>]) {
  const refusal = useRefusal()
  const run = async (what: string, does: () => Promise<void>, of?: readonly { id: string }[]) => {
    setBusy(what)
    marks.clear(of?.map((one) => one.id))
    try {
      await does()
    } catch (err) {
      refusal.tell(err)
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, run }
}
