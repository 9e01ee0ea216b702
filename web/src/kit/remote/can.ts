import type { Right } from '@sync/gen/tables'
import { type Session, theRemote } from './remote'
import { useSession } from './user'

/** Whether a user holds a right, as the user's own profile says; the server checks it again at every call. */
export const holds = (session: Session | null, right: Right): boolean => session?.rights?.has(right) ?? false

/** Whether the signed-in user holds a right now: for lists, whose actions are data. */
export const can = (right: Right): boolean => holds(theRemote().session(), right)

/** Whether the signed-in user holds a right: a button is offered by it. */
export const useCan = (right: Right): boolean => holds(useSession(), right)
