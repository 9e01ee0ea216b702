import type { Client } from './client'

/** Everything that a browser tells us and that may make work due. None of it is relied upon: the tick does the same, later. Returns the way out. */
export function listen(client: Client): () => void {
  const engine = () => client.work?.engine
  const online = () => engine()?.nudge('online')
  // No news of its own: whoever tries now finds out, and the person sees it at once, not at the next poll.
  const offline = () => engine()?.nudge('visible')
  const seen = () => {
    if (document.visibilityState === 'visible') engine()?.nudge('visible')
  }
  const freeze = () => engine()?.handOver()
  const broke = (e: ErrorEvent) => engine()?.broke(e.error ?? e.message)
  const rejected = (e: PromiseRejectionEvent) => engine()?.broke(e.reason)
  window.addEventListener('error', broke)
  window.addEventListener('unhandledrejection', rejected)
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  window.addEventListener('focus', seen)
  window.addEventListener('pageshow', seen)
  document.addEventListener('visibilitychange', seen)
  document.addEventListener('freeze', freeze)
  return () => {
    window.removeEventListener('error', broke)
    window.removeEventListener('unhandledrejection', rejected)
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
    window.removeEventListener('focus', seen)
    window.removeEventListener('pageshow', seen)
    document.removeEventListener('visibilitychange', seen)
    document.removeEventListener('freeze', freeze)
  }
}

export interface StorageState {
  persisted: boolean
  usage: number
  quota: number
}

/** How safe this browser keeps our data. */
export async function storageState(): Promise<StorageState> {
  const [persisted, { usage = 0, quota = 0 }] = await Promise.all([navigator.storage.persisted(), navigator.storage.estimate()])
  return { persisted, usage, quota }
}

/** In Chromium alone, so not in TypeScript's library. */
type WithBattery = Navigator & { getBattery?: () => Promise<{ level: number; charging: boolean }> }

/** How much power is left; null where the browser does not tell. */
export async function batteryState(): Promise<{ percent: number; charging: boolean } | null> {
  const battery = await (navigator as WithBattery).getBattery?.()
  return battery ? { percent: Math.round(battery.level * 100), charging: battery.charging } : null
}

/** Asks the browser not to evict us. It may refuse, and then the person is told that the device is not protected. */
export function protect(): Promise<boolean> {
  return navigator.storage.persist()
}
