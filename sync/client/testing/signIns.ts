import { verify } from '../canonical'
import { json, problem } from './answer'
import { type Device, type Devices, unused } from './device'

/** A sign-in. It is no device's until one has proved its key. */
interface Session {
  /** A user's id, or `device:` and the device's. */
  who: string
  userName: string
  device: string
  key: JsonWebKey | undefined
  /** The name of who looks as this user: such a session reads only. */
  by?: string
}

export type User = { id: string; org: string; name: string }

/** Who is signed in, and which device's a session is. */
export class SignIns {
  readonly users = new Map<string, User>([
    ['dock@demo.test', { id: 'U1', org: '1', name: 'Dock' }],
    ['dock2@demo.test', { id: 'U2', org: '1', name: 'Dock 2' }],
    ['admin@demo.test', { id: 'U9', org: '1', name: 'Admin' }],
  ])
  refreshes = 0
  private sessions = new Map<string, Session>()
  private cookies = new Map<string, Session>()
  /** The own sessions of who looks as another user. */
  private own = new Map<string, Session>()
  private nonces = new Map<string, string>()
  private tokens = 0

  constructor(private readonly devices: () => Devices) {}

  of(headers: Headers): Session | undefined {
    return this.sessions.get((headers.get('Authorization') ?? '').replace('Bearer ', ''))
  }

  endSessions(): void {
    this.sessions.clear()
  }

  endCookie(): void {
    this.cookies.clear()
  }

  nonce(device: string): Response {
    const nonce = `nonce-${++this.tokens}`
    this.nonces.set(nonce, device)
    return json({ nonce })
  }

  private issue(session: Session): Response {
    const accessToken = `token-${++this.tokens}`
    this.sessions.set(accessToken, session)
    const user = this.users.get(session.userName)
    return json({
      result: { accessToken, expiresIn: 600, ...(user ? { user: { ...user, userName: session.userName, by: session.by } } : {}) },
    })
  }

  /** Whether the holder of a key has signed the nonce that a request brings. */
  private async proven(body: Record<string, unknown>, key: JsonWebKey | undefined): Promise<boolean> {
    const given = this.nonces.get(String(body.nonce))
    this.nonces.delete(String(body.nonce))
    return (
      given === body.device && key !== undefined && verify(crypto.subtle, await imported(key), String(body.nonce), String(body.signature))
    )
  }

  async token(body: Record<string, unknown>, jar: string): Promise<Response> {
    const device = String(body.device ?? '')
    const known = this.devices().get(device)?.publicKey
    const unproven = () => problem(401, 'device-unproven')
    if (body.grantType === 'password') {
      if (device && !(await this.proven(body, known))) return unproven()
      const user = this.users.get(String(body.userName))
      if (!user || body.password !== 'lading-demo') return problem(401, 'wrong-password')
      const session: Session = { who: user.id, userName: String(body.userName), device, key: known }
      this.cookies.set(jar, session)
      return this.issue(session)
    }
    if (body.grantType === 'refresh_token') {
      this.refreshes++
      const session = this.cookies.get(jar)
      if (!session || (session.device && !device)) return problem(401, 'session-ended')
      if (device) {
        if ((session.device && session.device !== device) || !(await this.proven(body, session.key ?? known))) return unproven()
        session.device = device
        session.key ??= known
      }
      return this.issue(session)
    }
    if (body.grantType === 'impersonate') {
      const own = this.cookies.get(jar)
      const [userName, user] = [...this.users].find(([, u]) => u.id === body.user) ?? []
      if (!own || !userName || !user) return problem(401, 'session-ended')
      const look: Session = { who: user.id, userName, device: own.device, key: own.key, by: this.users.get(own.userName)?.name ?? '' }
      this.own.set(jar, own)
      this.cookies.set(jar, look)
      return this.issue(look)
    }
    if (body.grantType === 'resume') {
      const own = this.own.get(jar)
      if (!own) return problem(401, 'session-ended')
      this.own.delete(jar)
      this.cookies.set(jar, own)
      return this.issue(own)
    }
    if (body.grantType === 'device') {
      if (!(await this.proven(body, known))) return unproven()
      return this.issue({ who: `device:${device}`, userName: '', device, key: known })
    }
    this.cookies.delete(jar)
    return json({})
  }

  async enrol(body: Record<string, unknown>, by: Session, epoch: string): Promise<Response> {
    const devices = this.devices()
    const id = String(body.device)
    const publicKey = body.publicKey as JsonWebKey
    if (!(await this.proven(body, publicKey))) return problem(403, 'device-unproven')
    const known = devices.get(id)
    if (known && !sameKey(known.publicKey, publicKey)) return problem(409, 'device-forked')
    const device: Device = known ?? { publicKey, key: await imported(publicKey), ...unused() }
    const inherits = body.inherits as { device: string; signature: string } | undefined
    const signedBy = async (key: JsonWebKey) =>
      verify(crypto.subtle, await imported(key), `inherit ${id} ${body.nonce}`, inherits?.signature ?? '')
    const former = inherits?.device === id ? undefined : devices.get(inherits?.device ?? '')
    if (former && inherits) {
      if (!(await signedBy(former.publicKey))) return problem(403, 'device-unproven')
      device.inherits ||= inherits.device
      for (const user of former.users) device.users.add(user)
    }
    if (by.key && !sameKey(by.key, publicKey) && !(await signedBy(by.key))) return problem(401, 'no-session')
    devices.set(id, device)
    device.users.add(by.who)
    by.device = id
    by.key = publicKey
    return json({ device: id, epoch })
  }
}

const imported = (key: JsonWebKey) => crypto.subtle.importKey('jwk', key, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify'])
const sameKey = (a: JsonWebKey, b: JsonWebKey) => a.x === b.x && a.y === b.y
