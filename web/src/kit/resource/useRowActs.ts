import { msg } from '@lingui/core/macro'
import { useMemo } from 'react'
import { openForm } from '../form/FormDialog'
import { offerUndo } from '../list/undo'
import { theRemote } from '../remote/remote'
import { useAct } from '../remote/useAct'
import type { Resource } from './resource'

/** What a user does to the rows of a resource: add, change, delete with a way back. `again` reads the rows anew. */
export function useRowActs<R extends Q, Q extends object>(of: Resource<R, Q>, again: () => void) {
  const { act } = useAct()
  return useMemo(() => {
    const form = { ...of.form, subject: (row: Partial<Q>) => of.id(row as R) ?? '' } // a new one has no key yet, and one draft
    const save = async (row: Partial<Q>) => {
      if (await openForm(form, row)) again()
    }
    const restore = (row: R) =>
      act(() =>
        theRemote()
          .submit(of.restore, { Id: of.id(row) })
          .finally(again),
      )
    return {
      add: () => save(of.fresh ?? {}),
      change: (row: R) => save(row),
      drop: (row: R) =>
        act(async () => {
          await theRemote().submit(of.end, { Id: of.id(row) })
          const name = of.called(row)
          offerUndo(msg`Deleted: ${name}`, () => restore(row))
          again()
        }),
    }
  }, [of, again, act])
}
