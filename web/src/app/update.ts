import { busy } from '@/kit/busy/busy'

/** A newer app that waits to be used. */
let waiting: ServiceWorker | undefined
let wanted = false
let held = false
const watchers = new Set<() => void>()

export const update = {
  ready: () => waiting !== undefined,
  watch(then: () => void) {
    watchers.add(then)
    return () => {
      watchers.delete(then)
    }
  },
  /** Somebody asked for it: it comes as soon as nothing is lost by it. */
  wanted: () => wanted,
  /** The browser does not let go of the older one while the app is open: Chromium may hold on to a worker for minutes after a page that it served was left in mid-load. */
  held: () => held,
  /** Takes the new version as soon as nobody would lose something by it; a wish that work stands in the way of for half a minute is forgotten. */
  take() {
    if (wanted) return
    wanted = true
    tell()
    let reloading = false
    const over = () => {
      if (reloading) return
      reloading = true
      if (!busy.is()) return location.reload()
      wanted = false // somebody began something in that very moment: the strip asks again when it is done
      tell()
    }
    navigator.serviceWorker.addEventListener('controllerchange', over, { once: true })
    const until = Date.now() + 30_000
    let asked = 0
    const step = () => {
      if (!wanted || reloading) return
      if (busy.is()) {
        if (Date.now() > until) {
          wanted = false
          navigator.serviceWorker.removeEventListener('controllerchange', over)
          return tell()
        }
      } else if (waiting?.state !== 'installed') {
        return over() // another tab has taken it already: a reload is all that is left to do
      } else if (++asked > 30) {
        held = true // and should it let go later, the page is still shown the new one at once
        return tell()
      } else waiting.postMessage({ kind: 'skip-waiting' })
      setTimeout(step, 500)
    }
    step()
  },
}

const tell = () => {
  for (const w of watchers) w()
}

function found(worker: ServiceWorker | null) {
  if (!worker || waiting === worker) return
  waiting = worker
  tell()
}

let known: ServiceWorkerRegistration | undefined

/** Asks for the worker, or for a newer one. Without one yet, as where its files could not all be had, it is asked for again soon. */
async function register() {
  const registration = await navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  setTimeout(() => void register(), navigator.serviceWorker.controller ? 30 * 60_000 : 30_000)
  if (!registration || registration === known) return
  known = registration
  // A version is newer only where an older one is active and serves this page. WebKit shows a registration's first worker as one that waits for a moment,
  // with none active before it.
  const look = () => {
    const { active, waiting } = registration
    if (navigator.serviceWorker.controller && active && waiting?.state === 'installed') found(waiting)
  }
  look()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
  })
}

/**
 * Registers the service worker and waits for newer ones. A new version never takes over by itself under an open page: its old files would vanish
 * under a half-filled form.
 */
export function watchForUpdates() {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  let controlled = navigator.serviceWorker.controller
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Taken in another tab: this one still shows the older app, whose files may be gone.
    const { controller } = navigator.serviceWorker
    if (controlled && controlled !== controller) found(controller) // the first worker may claim a page that it serves already
    controlled = controller
  })
  void register()
}
