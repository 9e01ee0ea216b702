/**
 * What the sync client needs from the world. Everything that differs between a browser tab, a service worker and a
 * simulation with virtual time comes in through here, so that the rest can be replayed from a seed.
 */
export interface Clock {
  now(): number
  /** Milliseconds since some moment: time that has passed, whatever the clock was set to meanwhile. */
  elapsed(): number
  setTimeout(fn: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
}

export interface Channel {
  postMessage(message: unknown): void
  onmessage: ((event: { data: unknown }) => void) | null
  close(): void
}

/** The part of the Web Locks API that is used. */
export interface Locks {
  request<T>(
    name: string,
    options: { steal?: boolean; ifAvailable?: boolean; signal?: AbortSignal },
    held: (lock: unknown) => Promise<T>,
  ): Promise<T>
}

export interface Env {
  clock: Clock
  /** Uniform in [0, 1): jitter and the random part of keys. */
  random(): number
  fetch(input: string, init?: RequestInit): Promise<Response>
  /** Compresses a text with gzip; absent where the browser cannot, or the server has said that it does not take it. */
  pack?: ((text: string) => Promise<Uint8Array<ArrayBuffer>>) | undefined
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
  subtle: SubtleCrypto
  channel(name: string): Channel
  locks: Locks
  /** Whether a person can see this tab: only such a tab may take the lead by force. */
  visible(): boolean
}

const bits = new Uint32Array(256)
let used = bits.length

/** Drawn from the system many at a time: a key takes sixteen. */
function secureRandom(): number {
  if (used === bits.length) {
    crypto.getRandomValues(bits)
    used = 0
  }
  return (bits[used++] ?? 0) / 2 ** 32
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer())
}

/** The real world of a tab or a service worker. */
export function browserEnv(): Env {
  return {
    clock: {
      now: () => Date.now(),
      elapsed: () => performance.now(),
      setTimeout: (fn, ms) => setTimeout(fn, ms),
      clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>), // it is what setTimeout gave
    },
    random: secureRandom,
    fetch: (input, init) => fetch(input, init),
    pack: typeof CompressionStream === 'undefined' ? undefined : gzip,
    indexedDB,
    IDBKeyRange,
    subtle: crypto.subtle,
    channel: (name) => new BroadcastChannel(name) as Channel, // its onmessage takes a MessageEvent, of which we read data alone
    locks: navigator.locks as unknown as Locks, // the overloads of the real one do not unify with ours
    visible: () => typeof document === 'undefined' || document.visibilityState === 'visible',
  }
}

/** Resolves after ms of the injected clock. */
export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((done) => clock.setTimeout(done, ms))
}

/** Full jitter: without it every tablet of a yard would come back in the same second after an outage. */
export function backoff(random: () => number, failures: number): number {
  return random() * Math.min(60_000, 1_000 * 2 ** Math.min(failures, 10))
}
