import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useSyncView, useUserId } from '../remote/user'
import type { FormSpec, Latest } from './defineForm'

/** The newest change by somebody else since the form began, if there is one. */
export function useNews<Args extends object, Answer>(
  spec: FormSpec<Args, Answer>,
  initial: Partial<Args>,
  dirty: boolean,
): Latest | undefined {
  const me = useUserId()
  const now = useLiveQuery(async () => spec.latest?.(initial), [spec, initial])
  const loading = useSyncView().loading.length > 0
  const [began, setBegan] = useState({ initial, at: now })
  // Nothing typed yet, and the form follows the rows: it begins anew with each of them. What a first load brings is not new.
  if (now && (!began.at || (loading && began.at.n < now.n) || (began.initial !== initial && !dirty))) setBegan({ initial, at: now })
  if (!now || !began.at || now.n <= began.at.n) return undefined
  // Where the rows do not tell whose it was, it may be the own save coming back.
  return now.userId ? (now.userId === me ? undefined : now) : dirty ? now : undefined
}
