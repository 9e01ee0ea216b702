import { sign, signedText } from '../canonical'
import { Fault, Refusal, RolledBack } from './pushes'
import { TestServer } from './server'

/** Tells a story to the server of the tests: makes its mutations, and knows who is who. */
export class Told {
  readonly server = new TestServer()
  private readonly keys = new Map<string, Promise<CryptoKeyPair>>()
  private readonly sent = new Map<string, Promise<object>>()
  trouble: string[] = []
  lost: string[] = []

  constructor() {
    this.server.minSchema = 2
    this.server.scopes = ['org', 'wh:A', 'wh:B']
    this.server.signIns.users.set('ada', { id: 'ada', org: '1', name: 'Ada' })
    this.server.handlers = {
      'Yard/Put': ({ Id, Name }) => {
        if (Name === 'no') throw new Refusal('no-room')
        if (this.trouble.includes(String(Name))) throw new Fault()
        if (this.lost.includes(String(Name))) throw new RolledBack()
        this.put(String(Id), this.name(String(Id)) + Name, this.server.version)
      },
    }
  }

  name(id: string): string {
    return String(this.server.get('warehouse_site', id)?.name ?? '')
  }

  /** A warehouse's rows are of the place that its id begins with, of the organisation where it ends with "!", and of the place that its name points at. */
  put(id: string, name: string, version: number): void {
    const at = />(.)$/.exec(name)?.[1]
    const scopes = [`wh:${id[0]}`, ...(id.endsWith('!') ? ['org'] : []), ...(at ? [`wh:${at}`] : [])]
    this.server.put('warehouse_site', { id, name }, [...new Set(scopes)], version)
  }

  /** One command of somebody else's: "site name", and "site -" takes it away. */
  office(lines: string[]): void {
    const version = ++this.server.version
    for (const line of lines) {
      const [id = '', name = ''] = line.split(' ')
      if (name === '-') this.server.delete('warehouse_site', id, version)
      else this.put(id, name, version)
    }
  }

  async post(path: string, body: object, token = ''): Promise<{ status: number; body: Record<string, unknown> }> {
    const res = await this.server.fetch(`/api/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    return { status: res.status, body: (await res.json()) as Record<string, unknown> }
  }

  /** Ada's token on a device. */
  async signedIn(device: string): Promise<string> {
    const proof = await this.proof(device, await this.key(device))
    const { body } = await this.post('token', { grantType: 'password', userName: 'ada', password: 'lading-demo', device, ...proof })
    return (body.result as { accessToken: string }).accessToken
  }

  /** The device's own token: what it sends may be anybody's. */
  async token(device: string): Promise<string> {
    const keys = await this.key(device)
    const { body } = await this.post('token', { grantType: 'device', device, ...(await this.proof(device, keys)) })
    return (body.result as { accessToken: string }).accessToken
  }

  private async proof(device: string, keys: CryptoKeyPair): Promise<{ nonce: string; signature: string }> {
    const { body } = await this.post('sync/nonce', { device })
    const nonce = String(body.nonce)
    return { nonce, signature: await sign(crypto.subtle, keys.privateKey, nonce) }
  }

  key(device: string, former = ''): Promise<CryptoKeyPair> {
    const known = this.keys.get(device) ?? this.enrol(device, former)
    this.keys.set(device, known)
    return known
  }

  private async enrol(device: string, former: string): Promise<CryptoKeyPair> {
    const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    const { body } = await this.post('token', { grantType: 'password', userName: 'ada', password: 'lading-demo' })
    const publicKey = await crypto.subtle.exportKey('jwk', keys.publicKey)
    const proof = await this.proof(device, keys)
    const inherits = former && {
      device: former,
      signature: await sign(crypto.subtle, (await this.key(former)).privateKey, `inherit ${device} ${proof.nonce}`),
    }
    await this.post(
      'sync/enrol',
      { device, publicKey, name: '', ...proof, ...(inherits ? { inherits } : {}) },
      (body.result as { accessToken: string }).accessToken,
    )
    return keys
  }

  mutation(line: string): Promise<object> {
    const known = this.sent.get(line)
    if (known) return known
    const made = this.make(line)
    this.sent.set(line, made)
    return made
  }

  private async make(line: string): Promise<object> {
    const [device = '', seq = '', what = '', name = '', ...more] = line.split(' ')
    const after = (word: string) => more[more.indexOf(word) + 1] ?? ''
    const replaces = more.includes('replaces') ? more.slice(more.indexOf('replaces') + 1) : []
    const m = {
      seq: Number(seq),
      id: `${more.includes('as') ? more.slice(more.indexOf('as') + 1).join('') : device + seq}`,
      device,
      op: what === 'discard' ? 'Sync/Discard' : what === 'unsent' ? 'Sync/Unsent' : 'Yard/Put',
      args: what === 'discard' ? { Seq: Number(name) } : what === 'unsent' ? { Op: 'Yard/Put', Size: 2000 } : { Id: what, Name: name },
      subjects: [`site:${what === 'unsent' ? name : what}`],
      at: '2026-11-20T10:00:00.000Z',
      atRaw: '2026-11-20T10:00:00.000Z',
      user: more.includes('by') ? after('by') : 'ada',
      replaces: replaces.length > 0 ? Number(replaces.at(-1)) : null,
      ...(replaces.length > 1 ? { replacesDevice: replaces[0] } : {}),
    }
    const { privateKey } = await this.key(more.includes('forged') ? 'forger' : device)
    return { ...m, sig: await sign(crypto.subtle, privateKey, signedText(m)) }
  }
}
