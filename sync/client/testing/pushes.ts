import { canonical, verify } from '../canonical'
import { json, problem } from './answer'
import type { Device, Devices, Pushed, Result } from './device'
import { turnedAway } from './lanes'

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly row: Record<string, unknown> | null = null,
  ) {
    super(code)
  }
}

/** A fault: nothing is kept and the device tries again. */
export class Fault extends Error {}

/** The transaction is lost with all that it held: nothing of this push is kept from here on, not even that it was heard. */
export class RolledBack extends Error {}

/** A mutation that meets as many faults is parked. */
const maxFaults = 8

/** The server that a queue is run on. */
interface Host {
  readonly epoch: string
  version: number
  readonly devices: Devices
  /** People who may not come in any more. */
  readonly disabled: Set<string>
  readonly applied: { device: string; seq: number; id: string; op: string }[]
  readonly handlers: Record<string, (args: Record<string, unknown>, m: Pushed) => void>
  now(): number
  marks(device: string): { settled: number; replicated: number; safe: number; tray: number[] }
  settle(device: string, seq: number): void
}

/** Runs queues. As the real one: hashes are compared before anything runs, and each mutation is judged by itself. stories.test.ts holds the two together. */
export class Pushes {
  constructor(private readonly server: Host) {}

  async push(body: Record<string, unknown>, who: string): Promise<Response> {
    const { server } = this
    const id = String(body.device)
    if (body.epoch && body.epoch !== server.epoch) return problem(410, 'start-again', { params: { epoch: server.epoch } })
    const device = server.devices.get(id)
    if (!device) return problem(409, 'not-enrolled')
    const list: { m: Pushed; hash: string; refused: string }[] = []
    let expected = device.heard + 1
    for (const m of body.mutations as Pushed[]) {
      if (!who.startsWith('device:') && m.user !== who) return problem(403, 'not-your-work', { params: { user: m.user } })
      const before = list.at(-1)?.m
      if (m.seq > expected || (before && m.seq !== before.seq + 1)) return problem(409, 'seq-gap', { params: { expected } })
      if (m.seq === expected) expected++
      const { sig, ...rest } = m
      const text = canonical(rest) // as it came, whole
      const signed = !sig || (await verify(crypto.subtle, device.key, text, sig))
      const refused = !signed ? 'signature-invalid' : device.users.has(m.user) ? '' : 'user-not-on-device'
      list.push({ m, hash: text, refused })
    }
    for (const { m, hash } of list) {
      const known = device.outcomes.get(m.seq)
      if (known && known.hash !== hash) return problem(409, 'device-forked', { params: { seq: m.seq } })
    }
    const results = list.map(({ m, hash, refused }): Result => {
      const known = device.outcomes.get(m.seq)
      if (known) return known.result
      if (m.seq > device.heard + 1) return { seq: m.seq, status: 'retry' }
      const ran = this.run(id, device, m, refused)
      if (!ran) return { seq: m.seq, status: 'retry' }
      const { result, place } = ran
      device.heard = Math.max(device.heard, m.seq)
      if (result.status === 'retry') {
        device.waits.set(m.seq, m.subjects)
        return result
      }
      device.waits.delete(m.seq)
      device.outcomes.set(m.seq, { id: m.id, op: m.op, user: m.user, hash, result })
      if (!refused && m.op !== 'Sync/Unsent') this.settleCopies(id, m)
      const told = server.applied.some((a) => a.id === m.id && a.device !== id)
      if (result.status === 'applied' && !told) server.applied.push({ device: id, seq: m.seq, id: m.id, op: m.op })
      if (result.status !== 'applied') device.tray.set(m.seq, { user: m.user, place, subjects: m.subjects })
      return result
    })
    return json({ results, ...server.marks(id), epoch: server.epoch, serverNow: new Date(server.now()).toISOString() })
  }

  private run(id: string, device: Device, m: Pushed, refused: string): { result: Result; place: number } | undefined {
    const { server } = this
    const version = ++server.version
    const { seq } = m
    const shares = (subjects: string[]) => subjects.some((s) => m.subjects.includes(s))
    const other = (m.replacesDevice ?? id) !== id
    const replaced = m.replaces === null ? undefined : (other ? server.devices.get(m.replacesDevice ?? '') : device)?.tray.get(m.replaces)
    const foreign = other && replaced !== undefined && replaced.user !== m.user
    const place = replaced && !other ? replaced.place : seq
    const end = (result: Omit<Result, 'seq'>) => {
      if (replaced && !foreign && refused !== 'signature-invalid') server.settle(m.replacesDevice ?? id, Number(m.replaces))
      return { result: { seq, version, ...result }, place }
    }
    if (refused === 'signature-invalid') return end({ status: 'rejected', code: refused })
    const twin = this.twin(id, m)
    if (twin === 'of another') return end({ status: 'rejected', code: 'mutation-malformed' })
    if (twin) {
      if (twin.resolved) server.settle(id, seq)
      const { row: _, ...told } = twin.result // a device that may not speak for the person is not shown what is there now
      return { result: { ...(refused ? told : twin.result), seq }, place }
    }
    if (refused) return end({ status: 'rejected', code: refused })
    if (m.op === 'Sync/Unsent') return end({ status: 'rejected', code: m.args.Size ? 'work-too-large' : 'work-unreadable' })
    if (server.disabled.has(m.user)) return end({ status: 'parked', code: 'user-disabled', params: { user: m.user } })
    if ([...device.waits].some(([earlier, subjects]) => earlier < seq && shares(subjects)))
      return { result: { seq, status: 'retry' }, place }
    if (foreign) return end({ status: 'rejected', code: 'no-such-item' })
    const [behind] = [...device.tray].filter(([s, item]) => item.place < place && !device.resolved.has(s) && shares(item.subjects))
    if (behind) return end({ status: 'parked', code: 'behind-rejected', params: { behind: behind[0] } })
    try {
      if (m.op === 'Sync/Discard') server.settle(String(m.args.Device ?? id), Number(m.args.Seq))
      server.handlers[m.op]?.(m.args, m)
      return end({ status: 'applied' })
    } catch (err) {
      if (err instanceof Refusal) return end({ status: 'rejected', code: err.code, row: err.row })
      if (err instanceof RolledBack) return undefined
      if (!(err instanceof Fault)) throw err
      const faults = (device.faults.get(seq) ?? 0) + 1
      device.faults.set(seq, faults)
      if (faults < maxFaults) return { result: { seq, status: 'retry' }, place }
      return end({ status: 'parked', code: 'repeated-fault', params: { faults } })
    }
  }

  /** Copies of an action that were turned away with it are done with once it has its outcome. */
  private settleCopies(id: string, m: Pushed): void {
    for (const [other, device] of this.server.devices)
      for (const [seq, known] of other === id ? [] : device.outcomes)
        if (known.id === m.id && known.user === m.user && turnedAway(known.op, known.result.code)) this.server.settle(other, seq)
  }

  /** The outcome that the same action has under another identity. That somebody was turned away with it, or could not send it, is none, unless a person has dealt with that. */
  private twin(id: string, m: Pushed): { result: Result; resolved: boolean } | 'of another' | undefined {
    for (const [other, device] of this.server.devices)
      for (const [seq, known] of other === id ? [] : device.outcomes)
        if (
          known.id === m.id &&
          (!turnedAway(m.op === 'Sync/Unsent' ? '' : known.op, known.result.code) || device.resolved.has(seq)) &&
          known.result.code !== 'signature-invalid'
        )
          return known.user === m.user ? { result: known.result, resolved: device.resolved.has(seq) } : 'of another'
    return undefined
  }
}
