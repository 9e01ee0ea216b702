import { cutLines, type Device, type Looked, lookAt } from './chain'

/** Below this a worker's start costs more than it saves. */
const worthWorkers = 256 * 1024
const most = 8

type Answer = Awaited<ReturnType<typeof lookAt>>

/** Looks at every event of a chain: on as many cores as the device has, since it is all hashing and signatures. */
export async function lookAll(text: Uint8Array<ArrayBuffer>, devices: readonly Device[]): Promise<Answer> {
  if (text.length < worthWorkers || typeof Worker === 'undefined') return lookAt(text, devices, true)
  const parts = cutLines(text, Math.min(most, Math.max(2, navigator.hardwareConcurrency || 2)))
  const answers = await Promise.all(parts.map((part) => inWorker(part, devices).catch(() => lookAt(part, devices, true))))
  const looked: Looked[] = []
  for (const a of answers) {
    if (a.bad) return { looked: [...looked, ...a.looked], bad: looked.length + a.bad }
    looked.push(...a.looked)
  }
  return { looked }
}

function inWorker(text: Uint8Array<ArrayBuffer>, devices: readonly Device[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./look.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = (err) => {
      worker.terminate()
      reject(new Error(err.message))
    }
    const own = text.slice()
    worker.postMessage({ text: own, devices }, [own.buffer])
  })
}
