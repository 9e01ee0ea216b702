import type { Right } from '@sync/gen/tables'
import type { FieldError } from '@sync/wire'
import type { Words } from '../words/words'

/** Who is signed in on this device, known also without a connection. */
export interface Session {
  user: string
  userName: string
  name: string
  org: string
  pages: ReadonlySet<number>
  rights: ReadonlySet<Right>
  defaultPage?: number
  warehouses: readonly string[]
  language?: string
  /** The person's own address, and the item class that lines of goods begin with. */
  email?: string
  itemClass?: string
  /** Whether the profile has come to this device yet: before that, no page can be refused. */
  known: boolean
  admin?: boolean
  /** The name of the administrator who looks as this user. */
  by?: string
  /** The first profile is still to be filled in, or the terms of use to be agreed to. */
  due?: boolean
  /** The server wants the password again; what is on the device can still be read and worked on. */
  expired: boolean
}

/** What the sync chip tells. Times are milliseconds of the device's clock. */
export interface SyncView {
  contact: 'online' | 'offline' | 'unknown'
  lastContact?: number
  waiting: number
  oldestAt?: number
  attention: number
  /** Files on their way: photos, signatures. */
  files: number
  /** Scopes whose first load is not complete. */
  loading: readonly string[]
  sending: boolean
  /** Whether the browser promised not to evict what is kept here; undefined until it was asked. */
  protected?: boolean
  /** There is no room left on the device for more than unsent work. */
  full?: boolean
  /** What is kept on the device does not answer: nothing that is done now can be kept. */
  failed?: boolean
  /** What is new does not come before somebody signs in. */
  signedOut?: boolean
  /** Nor is what waits sent before that. Where it is false, it is sent under the device's own name. */
  held?: boolean
  /** There is a network, and it wants its own sign-in before it leads to the server. */
  portal?: boolean
  /** The app must be newer before it can load more; sending still works. */
  mustUpdate?: boolean
  /** The server does not let this device catch up: what is shown grows old, what is done is sent all the same. */
  behind?: boolean
  /** Another server has taken over from the one that answers. */
  replaced?: boolean
  /** An administrator has what is kept here deleted, as soon as it is sent. */
  clearing?: boolean
}

/** Work that needs a person again. */
export interface Trouble {
  key: string
  op: string
  args: Record<string, unknown>
  at: string
  /** Refused by a rule, or standing behind something refused. */
  kind: 'rejected' | 'parked'
  code: string
  params: Record<string, unknown>
  /** Fields that break a rule, where that is why. */
  errors: readonly FieldError[]
  /** What the server has instead. */
  row: Record<string, unknown> | null
}

export interface SubmitOptions {
  /** The trouble that it settles. */
  answers?: string
  /** The key of what is sent to the server now: sent again under it, it is done once. */
  key?: string
}

/** What kit and shell need of the world behind them. The app hands it in at start; a test hands in its own. */
export interface Remote {
  session(): Session | null
  signIn(userName: string, password: string): Promise<void>
  /** Goes on as whom a grant is for: looking as another user, and back. */
  enterBy(grant: object): Promise<void>
  /** Unsent actions are kept, and sent under the device's own token. */
  signOut(): Promise<void>
  watchSession(then: () => void): () => void

  /** A queueable command goes to the outbox, anything else to the server now. */
  submit(op: string, request: object, options?: SubmitOptions): Promise<unknown>
  call(op: string, request: object): Promise<unknown>
  /** The last answer that a query gave on this device. */
  lastAnswer(op: string, request: object | undefined): Promise<{ at: number; value: unknown } | undefined>

  status(): SyncView
  watchStatus(then: () => void): () => void
  /** Tries now instead of at the next due moment. */
  nudge(): void
  /** Keys of the rows of a synced table that show unsent work. Calls back at once and on each change. */
  watchWaiting(entity: string, then: (keys: ReadonlySet<string>) => void): () => void
  watchTroubles(then: (list: Trouble[]) => void): () => void
  discard(trouble: Trouble): Promise<void>
}

const quiet: SyncView = { contact: 'unknown', waiting: 0, attention: 0, files: 0, loading: [], sending: false }
const notSetUp = (what: string) => Promise.reject(new Error(`no connection was set up for ${what}`))

let remote: Remote = {
  session: () => null,
  signIn: () => notSetUp('signing in'),
  enterBy: () => notSetUp('signing in'),
  signOut: () => notSetUp('signing out'),
  watchSession: () => () => {},
  submit: notSetUp,
  call: notSetUp,
  lastAnswer: () => Promise.resolve(undefined),
  status: () => quiet,
  watchStatus: () => () => {},
  nudge: () => {},
  watchWaiting: () => () => {},
  watchTroubles: () => () => {},
  discard: () => notSetUp('discarding'),
}

export const setRemote = (to: Remote) => {
  remote = to
}
export const theRemote = () => remote

/** How an operation is told to a person: "You loaded LPN …4471". Each area tells its own. */
export interface Action {
  did: (args: Record<string, unknown>) => Words
  /** Yours against what is there now. */
  compare?: (args: Record<string, unknown>, row: Record<string, unknown>) => { label: Words; yours: string; now: string }[]
  /** Opens a form with what was done and was refused by a code, to change it and do it again. Resolves to the new request, or undefined if the person closed it. */
  edit?: (args: Record<string, unknown>, code: string) => Promise<object | undefined>
}
