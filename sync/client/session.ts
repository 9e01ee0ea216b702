import Dexie, { type Table } from 'dexie'
import { type Channel, type Env, sleep } from './env'
import { healing, openOptions } from './idb'
import type { Outbox } from './outbox'
import { outboxNames } from './outboxNames'
import { part } from './part'
import { type Person, samePerson, type TokenAnswer } from './person'
import { CallError, exchange, NoContact } from './wire'

const theProving = part(() => import('./proving'))

interface Token {
  accessToken: string
  expiresAt: number
}

type Message =
  | { kind: 'ask' }
  | { kind: 'token'; token: Token; person: Person }
  | { kind: 'refused'; accessToken: string }
  | { kind: 'out' }
  | { kind: 'expired' }

class SessionDb extends Dexie {
  declare people: Table<{ key: string; person: Person }, string>
  constructor(env: Env, name: string) {
    super(name, openOptions(env, 'relaxed'))
    healing(this)
    this.version(1).stores({ people: '&key' })
  }
}

/** Refreshed this long before its end, so that no request leaves with a token that dies on the way. */
const margin = 30_000
/** A live tab has its answer or gives up sooner: two requests, each of which may take half a minute. */
const longestRefresh = 65_000

/**
 * The sign-in. The access token lives in memory only and is handed from tab to tab; the refresh token is in a cookie that no script can read.
 * Losing either stops the network half alone: the person goes on working and nothing unsent is touched.
 */
export class Session {
  person: Person | undefined
  /** The server wants a password again. */
  expired = false
  private token: Token | undefined
  /** The last token that the server refused. */
  private dead: string | undefined
  private deviceTokens = new Map<string, Token>()
  private refreshing: Promise<string | null> | undefined
  private readonly channel: Channel
  private readonly listeners = new Set<() => void>()

  private constructor(
    private readonly env: Env,
    private readonly db: SessionDb,
    private readonly prefix: string,
  ) {
    this.channel = env.channel(this.name)
    this.channel.onmessage = ({ data }) => this.hear(data as Message) // the channel is ours alone
  }

  /** The prefix stands before the names of all databases; see ClientOptions. */
  static async open(env: Env, prefix = ''): Promise<Session> {
    const session = new Session(env, new SessionDb(env, `${prefix}lading-session`), prefix)
    await session.db.open()
    session.person = (await session.db.people.get('last'))?.person
    return session
  }

  get name(): string {
    return `${this.prefix}lading-session`
  }

  close(): void {
    this.channel.close()
    this.db.close()
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private changed(): void {
    for (const listener of this.listeners) listener()
  }

  private say(message: Message): void {
    this.channel.postMessage(message)
  }

  private hear(message: Message): void {
    if (message.kind === 'ask') {
      if (this.token && this.person && this.fresh(this.token)) this.say({ kind: 'token', token: this.token, person: this.person })
    } else if (message.kind === 'refused') {
      if (this.token?.accessToken === message.accessToken) this.token = undefined
      this.dead = message.accessToken
    } else if (message.kind === 'token') {
      if (message.token.accessToken === this.dead) return
      const before = this.person
      this.token = message.token
      this.person = message.person
      const wasExpired = this.expired
      this.expired = false
      if (!samePerson(before, message.person) || wasExpired) this.changed()
    } else if (message.kind === 'out') this.forget()
    else if (!this.expired) {
      this.token = undefined
      this.expired = true
      this.changed()
    }
  }

  private fresh(token: Token): boolean {
    return token.expiresAt - margin > this.env.clock.now()
  }

  /** Signs a person in. Throws CallError where the server says no, NoContact where it cannot be asked. */
  async signIn(userName: string, password: string): Promise<Person> {
    return this.enterBy({ grantType: 'password', userName, password }, userName)
  }

  /** Lets in whom a grant is for: who signs in, or the user as whom an administrator looks, and the administrator again. */
  async enterBy(grant: object, userName = ''): Promise<Person> {
    const all = (await outboxNames(this.env)).filter((name) => name.startsWith(`${this.prefix}lading-outbox-`))
    const { knownAs, prove } = await theProving()
    const devices = (await Promise.all(all.map((name) => knownAs(this.env, name)))).flatMap(([latest]) => latest ?? [])
    return this.admit(await prove(this.env, { ...grant, cookie: true }, devices), userName)
  }

  private personOf({ result }: TokenAnswer, userName: string): Person {
    const claims = { ...claimsOf(result.accessToken), ...result.user }
    const known = this.person?.userName === userName ? this.person : undefined
    const person: Person = {
      id: claims.id ?? known?.id ?? '',
      org: claims.org ?? known?.org ?? '',
      name: claims.name ?? known?.name ?? userName,
      userName: claims.userName ?? userName,
      ...(claims.by ? { by: claims.by } : {}),
    }
    if (!person.id || !person.org) throw new Error('the token does not say whose it is')
    return person
  }

  private async admit(answer: TokenAnswer, userName: string): Promise<Person> {
    const person = this.personOf(answer, userName)
    const noted = [{ key: 'last', person }, ...(person.by ? [{ key: 'viewed', person }] : [])]
    await this.enter(answer, person, this.db.people.bulkPut(noted))
    return person
  }

  /** The user as whom somebody looked on this device, until what that user sees is deleted. */
  async viewed(): Promise<Person | undefined> {
    return (await this.db.people.get('viewed'))?.person
  }

  async forgetViewed(): Promise<void> {
    if (!this.person?.by) await this.db.people.delete('viewed') // somebody looks again
  }

  /** Lets a person in with this token, here and, once the device has noted it, in the other tabs. */
  private async enter({ result }: TokenAnswer, person: Person, noted?: PromiseLike<unknown>): Promise<void> {
    this.token = { accessToken: result.accessToken, expiresAt: this.env.clock.now() + result.expiresIn * 1000 }
    const changed = !samePerson(this.person, person) || this.expired
    this.person = person
    this.expired = false
    await noted
    if (this.person !== person) return // gone again while it was being noted
    if (this.token) this.say({ kind: 'token', token: this.token, person })
    if (changed) this.changed()
  }

  /**
   * Whether this device is this person's, by what it noted last. The cookie alone does not say so: an answer that was long under way brings
   * back that of somebody who has signed out since, and another signed in.
   */
  private async isOurs(person: Person): Promise<boolean> {
    const { people } = this.db
    return this.db.transaction('rw', people, async () => {
      const last = (await people.get('last'))?.person
      if (last?.id !== person.id || last.org !== person.org) return false
      if (JSON.stringify(last) !== JSON.stringify(person)) await people.put({ key: 'last', person })
      return true
    })
  }

  /** The access token, refreshed where needed; null where a person must sign in again. NoContact is thrown: being offline is not being signed out. */
  async accessToken(): Promise<string | null> {
    if (this.token && this.fresh(this.token)) return this.token.accessToken
    if (!this.person || this.expired) return null
    this.refreshing ??= this.refresh().finally(() => {
      this.refreshing = undefined
    })
    return this.refreshing
  }

  /** The server refused this token before its time. The other tabs hold the same one: they must not hand it back to us, nor to anybody. */
  refused(): void {
    if (this.token) this.say({ kind: 'refused', accessToken: this.token.accessToken })
    this.dead = this.token?.accessToken ?? this.dead
    this.token = undefined
    this.deviceTokens.clear()
  }

  /** One refresh for all tabs: the lock keeps the others out, and who comes in later finds the new token already heard. */
  private async refresh(): Promise<string | null> {
    const { clock, locks, random } = this.env
    const name = `${this.name}:refresh`
    const patience = new AbortController()
    let got = false
    const work = () => {
      got = true
      return this.refreshNow()
    }
    const timer = clock.setTimeout(() => patience.abort(), longestRefresh + random() * 5_000)
    try {
      return await locks.request(name, { signal: patience.signal }, work)
    } catch (err) {
      if (got) throw (err as Error).name === 'AbortError' ? new NoContact('timeout') : err // another tab has taken the lock, and will tell us its token
      if (!patience.signal.aborted) throw err
      // No live tab holds it for so long. A frozen one does for as long as it is frozen, and no tab would ever have a token.
      return await locks.request(name, { steal: true }, work)
    } finally {
      clock.clearTimeout(timer)
    }
  }

  private async refreshNow(): Promise<string | null> {
    if (this.token && this.fresh(this.token)) return this.token.accessToken
    this.say({ kind: 'ask' })
    await sleep(this.env.clock, 60)
    const heard = this.token as Token | undefined // the pause let other tabs answer
    if (heard && this.fresh(heard)) return heard.accessToken
    const person = this.person
    if (!person) return null
    try {
      const { knownAs, prove } = await theProving()
      const devices = await knownAs(this.env, `${this.prefix}lading-outbox-${person.org}`)
      const answer = await prove(this.env, { grantType: 'refresh_token', cookie: true }, devices)
      if (this.person !== person) return null // signed out meanwhile
      const next = this.personOf(answer, person.userName)
      const ours = await this.isOurs(next)
      if (this.person !== person) return null
      if (!ours) return this.expire()
      await this.enter(answer, next)
      return this.token?.accessToken ?? null
    } catch (err) {
      if (!(err instanceof CallError) || ![400, 401, 403].includes(err.status)) throw err
      return this.expire()
    }
  }

  private expire(): null {
    this.token = undefined
    this.expired = true
    this.say({ kind: 'expired' })
    this.changed()
    return null
  }

  /**
   * A token of the device's own: with it the work of a person who has gone home is still sent. Null where the server does not know the device. `former`
   * names an identity that this device had before.
   */
  async deviceToken(outbox: Outbox, former?: string): Promise<string | null> {
    const queue = await outbox.queue()
    if (!queue.enrolled && !former) return null
    const id = former ?? queue.device
    const kept = this.deviceTokens.get(id)
    if (kept && this.fresh(kept)) return kept.accessToken
    try {
      const { proof } = await theProving()
      const proven = await proof(this.env, await outbox.device(id))
      const { result } = await exchange<TokenAnswer>(this.env, '/api/token', { body: JSON.stringify({ grantType: 'device', ...proven }) })
      this.deviceTokens.set(id, { accessToken: result.accessToken, expiresAt: this.env.clock.now() + result.expiresIn * 1000 })
      return result.accessToken
    } catch (err) {
      if (err instanceof CallError && err.status < 500 && err.status !== 429) return null
      throw err
    }
  }

  /** Ends the session in all tabs. Unsent work stays in the outbox and goes on under the device's token. */
  async signOut(): Promise<void> {
    const token = this.token?.accessToken
    this.leave() // before anything is waited for: what a refresh is answered now is nobody's any more
    await this.db.people.delete('last')
    this.say({ kind: 'out' })
    this.forget()
    // Best effort: offline there is nobody to tell, and the cookie ends by itself.
    await exchange(this.env, '/api/token', { body: JSON.stringify({ grantType: 'sign_out', cookie: true }), token: token ?? null }).catch(
      () => {},
    )
  }

  private leave(): void {
    this.dead = this.token?.accessToken ?? this.dead // another tab that has not heard yet may still hand it on
    this.token = undefined
    this.person = undefined
    this.expired = false
  }

  private forget(): void {
    this.leave()
    this.changed()
  }
}

/** Claims of a JWT, which only tell us whom it is for; the server alone judges it. Nothing where the token is opaque. */
function claimsOf(token: string): Partial<Person> {
  try {
    const [, body = ''] = token.split('.')
    const text = new TextDecoder().decode(Uint8Array.from(atob(body.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)))
    const claims = JSON.parse(text) as Record<string, unknown>
    const person: Partial<Person> = {}
    if (typeof claims.sub === 'string') person.id = claims.sub
    if (claims.org !== undefined) person.org = String(claims.org)
    if (typeof claims.name === 'string') person.name = claims.name
    return person
  } catch {
    return {}
  }
}
