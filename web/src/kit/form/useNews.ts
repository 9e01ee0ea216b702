import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useUserId } from '../remote/user'
import type { FormSpec, Latest } from './defineForm'

/** The newest change by somebody else since the form began, if there is one. */
export function useNews<Args extends object, Answer>(
  spec: FormSpec<Args, Answer>,
  initial: Partial<Args>,
  dirty: boolean,
): Latest | undefined {
  const me = useUserId()
  const now = useLiveQuery(async () => spec.latest?.(initial), [spec, initial])
  const [began, setBegan] = useState({ initial, at: now })
  // Nothing typed yet, and the form follows the rows: it begins anew with each of them.
  if (now && (!began.at || (began.initial !== initial && !dirty))) setBegan({ initial, at: now })
  if (!now || !began.at || now.n <= began.at.n) return undefined
  // Where the rows do not tell whose it was, it may be the own save coming back.
  return now.userId ? (now.userId === me ? undefined : now) : dirty ? now : undefined
}
