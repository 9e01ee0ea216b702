import type { Channel, Locks } from './env'

interface Held {
  reject(reason: Error): void
}

interface Standing {
  grant(): void
}

function aborted(): Error {
  return new DOMException('The request was aborted.', 'AbortError')
}

/** Web Locks within one process: for simulations of several tabs, and for a browser that has none (then each tab is alone). */
export function memoryLocks(): Locks {
  const held = new Map<string, Held>()
  const lines = new Map<string, Standing[]>()
  const free = (name: string, mine: Held) => {
    if (held.get(name) !== mine) return
    held.delete(name)
    lines.get(name)?.shift()?.grant()
  }
  return {
    request: <T>(
      name: string,
      options: { steal?: boolean; ifAvailable?: boolean; signal?: AbortSignal },
      work: (lock: unknown) => Promise<T>,
    ) =>
      new Promise<T>((resolve, reject) => {
        const run = () => {
          const mine: Held = { reject }
          held.set(name, mine)
          Promise.resolve()
            .then(() => work({ name }))
            .then(resolve, reject)
            .finally(() => free(name, mine))
        }
        if (options.signal?.aborted) return reject(aborted())
        if (options.steal) {
          held.get(name)?.reject(aborted())
          return run()
        }
        if (!held.has(name)) return run()
        if (options.ifAvailable) return void Promise.resolve(work(null)).then(resolve, reject)
        const line = lines.get(name) ?? []
        lines.set(name, line)
        const standing: Standing = { grant: run }
        line.push(standing)
        options.signal?.addEventListener('abort', () => {
          const at = line.indexOf(standing)
          if (at < 0) return
          line.splice(at, 1)
          reject(aborted())
        })
      }),
  }
}

/** BroadcastChannel within one process. */
export function memoryChannels(): (name: string) => Channel {
  const rooms = new Map<string, Set<Channel>>()
  return (name) => {
    const room = rooms.get(name) ?? new Set()
    rooms.set(name, room)
    const channel: Channel = {
      onmessage: null,
      postMessage: (message) => {
        for (const other of room) if (other !== channel) queueMicrotask(() => other.onmessage?.({ data: message }))
      },
      close: () => void room.delete(channel),
    }
    room.add(channel)
    return channel
  }
}
