import { useSyncExternalStore } from 'react'

export type Look = 'light' | 'dark' | 'sun'
export type Density = 'office' | 'dock'

export interface Appearance {
  look: Look | 'system'
  density: Density
  /** Somebody, or the first dock worker's sign-in, has settled the size. */
  sized?: boolean
}

const key = 'lading.appearance'
const dark = () => globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false
const watchers = new Set<() => void>()

function stored(): Appearance {
  const fallback: Appearance = { look: 'system', density: 'office' }
  try {
    return { ...fallback, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Appearance>) } // our own writing, only widened
  } catch {
    return fallback
  }
}

let now: Appearance = stored()

function put() {
  const look = now.look === 'system' ? (dark() ? 'dark' : 'light') : now.look
  const root = document.documentElement
  root.dataset.mantineColorScheme = look === 'dark' ? 'dark' : 'light'
  root.dataset.density = now.density
  if (look === 'sun') root.dataset.contrast = 'sun'
  else delete root.dataset.contrast
}

/** Theme and density belong to the device, not to the person: a dock tablet stays a dock tablet when the shift changes. */
export const appearance = {
  now: () => now,
  set(change: Partial<Appearance>) {
    now = { ...now, ...change, ...(change.density ? { sized: true } : {}) }
    localStorage.setItem(key, JSON.stringify(now))
    put()
    for (const w of watchers) w()
  },
  /** False while nobody has chosen a size, so that a dock worker's first sign-in may choose for them. */
  sized: () => now.sized === true,
  watch(then: () => void) {
    watchers.add(then)
    return () => {
      watchers.delete(then)
    }
  },
  start() {
    put()
    globalThis.matchMedia?.('(prefers-color-scheme: dark)').addEventListener?.('change', put)
  },
}

export const useAppearance = () => useSyncExternalStore(appearance.watch, appearance.now)
