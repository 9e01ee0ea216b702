export interface Pushed {
  seq: number
  id: string
  op: string
  args: Record<string, unknown>
  subjects: string[]
  at: string
  atRaw: string
  user: string
  replaces: number | null
  replacesDevice?: string
  sig: string
}

export interface Result {
  seq: number
  status: 'applied' | 'rejected' | 'parked' | 'retry'
  code?: string
  params?: Record<string, unknown>
  version?: number
  row?: Record<string, unknown> | null
}

/** Refused or parked work; its place is that of the first that was refused, where it is an edit. */
interface Item {
  user: string
  place: number
  subjects: string[]
}

/** What the server knows of a device. */
export interface Device {
  publicKey: JsonWebKey
  key: CryptoKey
  users: Set<string>
  /** The number that it had before. */
  inherits: string
  heard: number
  outcomes: Map<number, { id: string; op: string; user: string; hash: string; result: Result }>
  tray: Map<number, Item>
  /** Of the tray, what somebody has dealt with: its subjects are free again. */
  resolved: Set<number>
  /** Heard and not settled, with the subjects that wait for it. */
  waits: Map<number, string[]>
  faults: Map<number, number>
}

export type Devices = Map<string, Device>

export const unused = () => ({
  users: new Set<string>(),
  inherits: '',
  heard: 0,
  outcomes: new Map(),
  tray: new Map(),
  resolved: new Set<number>(),
  waits: new Map(),
  faults: new Map(),
})

const cloned = (d: Device): Device => ({
  ...d,
  users: new Set(d.users),
  outcomes: new Map(d.outcomes),
  tray: new Map(d.tray),
  resolved: new Set(d.resolved),
  waits: new Map(d.waits),
  faults: new Map(d.faults),
})

export const copyOf = (devices: Devices): Devices => new Map([...devices].map(([id, d]) => [id, cloned(d)]))

/** A device and the numbers that it had before. */
export function line(devices: Devices, id: string): string[] {
  const ids: string[] = []
  for (let at = id; at && !ids.includes(at); at = devices.get(at)?.inherits ?? '') ids.push(at)
  return ids
}

export function settledOf(device: Device | undefined): number {
  let settled = 0
  while (device?.outcomes.has(settled + 1)) settled++
  return settled
}

export const waitingIn = (device: Device | undefined): number[] =>
  [...(device?.tray.keys() ?? [])].filter((seq) => !device?.resolved.has(seq)).sort((a, b) => a - b)
