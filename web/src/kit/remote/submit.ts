import { type SubmitOptions, theRemote } from './remote'

/** Sends what a form or a button asks for: through the outbox where the call may be queued, straight to the server otherwise. */
export const submit = (op: string, request: object, options?: SubmitOptions) =>
  options ? theRemote().submit(op, request, options) : theRemote().submit(op, request)
