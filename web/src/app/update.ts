import { busy } from '@/kit/busy/busy'

/** A newer app that waits to be used. */
let waiting: ServiceWorker | undefined
const watchers = new Set<() => void>()
const reloaded = 'lading.reloaded'

export const update = {
  ready: () => waiting !== undefined,
  watch(then: () => void) {
    watchers.add(then)
    return () => {
      watchers.delete(then)
    }
  },
  /** Takes the new version, unless somebody would lose something by it. */
  take() {
    if (busy.is()) return
    // Another tab may have taken it already; then a reload is all that is left to do.
    if (waiting?.state !== 'installed') return location.reload()
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    waiting.postMessage({ kind: 'skip-waiting' })
  },
}

function found(worker: ServiceWorker | null) {
  if (!worker || waiting === worker) return
  waiting = worker
  for (const w of watchers) w()
}

/**
 * Only where the server itself answers: a reload into a hotel's sign-in page would take the app away. Where the screen still stands, only into
 * another app than this one: the same would bring nothing but the loss of what is open on it.
 */
export async function reloadOnce({ stands = false } = {}) {
  const recently = () => Date.now() - Number(sessionStorage.getItem(reloaded) ?? 0) < 60_000
  if (!navigator.onLine || busy.is() || recently()) return
  const shell = await fetch('/index.html', { cache: 'no-store' }).then(
    (r) => (r.ok ? r.text() : ''),
    () => '',
  )
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (!shell.includes('<div id="root">') || (stands && entry && shell.includes(entry)) || busy.is() || recently()) return
  sessionStorage.setItem(reloaded, String(Date.now()))
  location.reload()
}

/** A screen whose file could not be fetched. */
export const isUnfetched = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message)

let known: ServiceWorkerRegistration | undefined

/** Asks for the worker, or for a newer one. Without one yet, as where its files could not all be had, it is asked for again soon. */
async function register() {
  const registration = await navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  setTimeout(() => void register(), navigator.serviceWorker.controller ? 30 * 60_000 : 30_000)
  if (!registration || registration === known) return
  known = registration
  // Without a controller this is the first visit: there is no older version to replace.
  const look = () => navigator.serviceWorker.controller && found(registration.waiting)
  look()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
  })
}

/**
 * Registers the service worker and waits for newer ones. A new version never takes over by itself under an open page: its old files would vanish
 * under a half-filled form. A chunk that is gone anyway is answered with one reload, and never without a connection.
 */
export function watchForUpdates() {
  addEventListener('vite:preloadError', ({ payload }) => {
    // The router would reload by itself, into whatever answers.
    sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
    void reloadOnce({ stands: true })
  })
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  let controlled = navigator.serviceWorker.controller
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Taken in another tab: this one still shows the older app, whose files may be gone.
    if (controlled) found(navigator.serviceWorker.controller)
    controlled = navigator.serviceWorker.controller
  })
  void register()
}
