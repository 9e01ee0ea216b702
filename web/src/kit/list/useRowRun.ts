import { useCallback, useRef } from 'react'
import { useAct } from '../remote/useAct'
import type { RowAction } from './defineList'

/** Runs a row's action: awaited, a refusal is told, and a row that is being worked on is not worked on twice. */
export function useRowRun<R>() {
  const { act } = useAct()
  const running = useRef(new Set<R>())
  return useCallback(
    async (action: Pick<RowAction<R>, 'run'>, row: R) => {
      if (running.current.has(row)) return
      running.current.add(row)
      try {
        await act(() => action.run(row))
      } finally {
        running.current.delete(row)
      }
    },
    [act],
  )
}
