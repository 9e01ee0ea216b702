import { msg } from '@lingui/core/macro'
import { useMemo } from 'react'
import { openForm } from '../form/FormDialog'
import { offerUndo } from '../list/undo'
import { theRemote } from '../remote/remote'
import { useAct } from '../remote/useAct'
import type { Resource } from './resource'

/** What a user does to the rows of a resource: add, change, delete with a way back. The list is read again after each by itself. */
export function useRowActs<R extends Q, Q extends object>(of: Resource<R, Q>) {
  const { act } = useAct()
  return useMemo(() => {
    const form = { ...of.form, subject: (row: Partial<Q>) => of.id(row as R) ?? '' } // a new one has no key yet, and one draft
    const restore = (row: R) => act(() => theRemote().submit(of.restore, { Id: of.id(row) }))
    return {
      add: () => openForm(form, of.fresh ?? {}),
      change: (row: R) => openForm(form, row as Partial<Q>), // a row has the fields of its request
      drop: async (row: R) => {
        await theRemote().submit(of.end, { Id: of.id(row) })
        const name = of.called(row)
        offerUndo(of.gone ?? msg`Deleted: ${name}`, () => restore(row))
      },
    }
  }, [of, act])
}
