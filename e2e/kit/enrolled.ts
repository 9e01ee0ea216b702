import { sign, signedText } from '@sync/canonical'

/** A device without a browser: its key, the sign-in that is bound to it, and what it signs. */
export class Enrolled {
  private token = ''
  private seq = 0

  private constructor(
    private readonly url: () => string,
    private readonly userName: string,
    readonly device: string,
    private readonly keys: CryptoKeyPair,
  ) {}

  /** Signs a demo user in and enrols a new device. The address is asked for each time: a server may be stopped and started again. */
  static async new(url: () => string, userName: string, device: string, name = ''): Promise<Enrolled> {
    const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    const enrolled = new Enrolled(url, userName, device, keys)
    await enrolled.signIn(false)
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', keys.publicKey)
    await enrolled.call('sync/enrol', { ...(await enrolled.proof()), publicKey: { kty, crv, x, y }, name })
    return enrolled
  }

  private async signIn(bound: boolean): Promise<void> {
    const grant = { grantType: 'password', userName: this.userName, password: 'lading-demo', ...(bound ? await this.proof() : {}) }
    const { result } = await this.ask<{ result: { accessToken: string } }>('token', grant, '')
    this.token = result.accessToken
  }

  private async proof(): Promise<object> {
    const { nonce } = await this.ask<{ nonce: string }>('sync/nonce', { device: this.device }, '')
    return { device: this.device, nonce, signature: await sign(crypto.subtle, this.keys.privateKey, nonce) }
  }

  private async ask<T>(path: string, body: object, token: string): Promise<T> {
    const r = await fetch(`${this.url()}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
    const text = await r.text()
    if (!r.ok) throw new Refused(r.status, `${path}: ${r.status} ${text}`)
    return (text ? JSON.parse(text) : undefined) as T // the caller names the call's own answer
  }

  /** A call of the device's; where its sign-in has ended, with a new one. */
  call<T>(path: string, body: object): Promise<T> {
    return this.post<T>(path, { device: this.device, ...body })
  }

  /** The same, of a call that asks for no device. */
  async post<T>(path: string, body: object): Promise<T> {
    try {
      return await this.ask<T>(path, body, this.token)
    } catch (err) {
      if (!(err instanceof Refused) || err.status !== 401) throw err
      await this.signIn(true)
      return this.ask<T>(path, body, this.token)
    }
  }

  /** The device's next action, signed. */
  async mutation(id: string, op: string, args: object, user: string) {
    const at = new Date().toISOString()
    const m = { id, device: this.device, seq: ++this.seq, op, args, subjects: [], at, atRaw: at, user, replaces: null }
    return { ...m, sig: await sign(crypto.subtle, this.keys.privateKey, signedText(m)) }
  }
}

class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}
