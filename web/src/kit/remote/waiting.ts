import { useEffect, useState } from 'react'
import { theRemote } from './remote'

const none: ReadonlySet<string> = new Set()

/** The rows of a table that show work which the server does not have yet. */
export function useWaiting(entity: string | undefined): ReadonlySet<string> {
  const [keys, setKeys] = useState(none)
  useEffect(() => (entity ? theRemote().watchWaiting(entity, setKeys) : undefined), [entity])
  return entity ? keys : none
}
