import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sign, signedText } from './canonical'
import { Fault, Refusal, RolledBack, TestServer } from './testing/server'

/** One push and what must come of it. The same stories run against the real server: sync/push/stories_test.go says how a line is read. */
interface Step {
  push: string[]
  trouble?: string[]
  lost?: string[]
  epoch?: string
  times?: number
  results?: string
  codes?: string[]
  settled?: number
  tray?: number[]
  error?: string
  params?: Record<string, unknown>
  sites?: Record<string, string>
}

const stories = JSON.parse(readFileSync(new URL('../testdata/push-stories.json', import.meta.url), 'utf8')) as {
  story: string
  steps: Step[]
}[]

class Told {
  readonly server = new TestServer()
  private readonly keys = new Map<string, Promise<CryptoKeyPair>>()
  private readonly sent = new Map<string, Promise<object>>()
  private readonly sites = new Map<string, string>()
  trouble: string[] = []
  lost: string[] = []

  constructor() {
    this.server.users.set('ada', { id: 'ada', org: '1', name: 'Ada' })
    this.server.handlers = {
      'Yard/Put': ({ Id, Name }) => {
        if (Name === 'no') throw new Refusal('no-room')
        if (this.trouble.includes(String(Name))) throw new Fault()
        if (this.lost.includes(String(Name))) throw new RolledBack()
        this.sites.set(String(Id), this.name(String(Id)) + Name)
      },
    }
  }

  name(id: string): string {
    return this.sites.get(id) ?? ''
  }

  async post(path: string, body: object, token = ''): Promise<{ status: number; body: Record<string, unknown> }> {
    const res = await this.server.fetch(`/api/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    return { status: res.status, body: (await res.json()) as Record<string, unknown> }
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

  private key(device: string): Promise<CryptoKeyPair> {
    const known = this.keys.get(device) ?? this.enrol(device)
    this.keys.set(device, known)
    return known
  }

  private async enrol(device: string): Promise<CryptoKeyPair> {
    const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    const { body } = await this.post('token', { grantType: 'password', userName: 'ada', password: 'lading-demo' })
    const publicKey = await crypto.subtle.exportKey('jwk', keys.publicKey)
    const proof = await this.proof(device, keys)
    await this.post('sync/enrol', { device, publicKey, name: '', ...proof }, (body.result as { accessToken: string }).accessToken)
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

for (const { story, steps } of stories)
  it(story, async () => {
    const told = new Told()
    for (const step of steps)
      for (let time = 0; time < (step.times ?? 1); time++) {
        told.trouble = step.trouble ?? told.trouble
        told.lost = step.lost ?? told.lost
        const [device = ''] = step.push[0]?.split(' ') ?? []
        const mutations = await Promise.all(step.push.map((line) => told.mutation(line)))
        const { body } = await told.post('sync/push', { device, epoch: step.epoch ?? '', mutations }, await told.token(device))
        const at = step.push.join(', ')
        const results = (body.results ?? []) as { status: string; code?: string }[]
        if (step.error) expect(body.code, at).toBe(step.error)
        if (step.params) expect(body.params, at).toEqual(step.params)
        if (step.results) expect(results.map((r) => (r.status === 'retry' ? 't' : r.status[0])).join(''), at).toBe(step.results)
        if (step.codes)
          expect(
            results.map((r) => r.code ?? ''),
            at,
          ).toEqual(step.codes)
        if (step.settled !== undefined) expect(body.settled, at).toBe(step.settled)
        if (step.tray) expect(body.tray, at).toEqual(step.tray)
        for (const [id, name] of Object.entries(step.sites ?? {})) expect(told.name(id), `${at}: ${id}`).toBe(name)
      }
  })
