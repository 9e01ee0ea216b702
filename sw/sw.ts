/**
 * The part of the app that lives without a tab: it keeps the shell for opening without a connection, sends the outbox when the network
 * returns after the app was closed, and shows what the server pushes.
 */
import { drainOutbox } from '@sync/drain'
import { browserEnv } from '@sync/env'
import { outboxNames } from '@sync/outboxNames'
import { Session } from '@sync/session'
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { renew, type SubscriptionChange } from './renew'
import { Shell } from './shell'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/** Background sync is in Chromium alone, so not in TypeScript's library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

/** Keeps only what is ours: a hotel's sign-in page answers every address with 200, and would be kept as the app for good. */
const ours = {
  cacheWillUpdate: async ({ request, response }: { request: Request; response: Response }) => {
    if (response.status !== 200) return null
    if (!/text\/html/i.test(response.headers.get('Content-Type') ?? '')) return response
    if (!new URL(request.url).pathname.endsWith('.html')) return null
    return (await response.clone().text()).includes('<div id="root">') ? response : null
  },
}
const shell = new Shell({ plugins: [ours] })
shell.precache(self.__WB_MANIFEST)
registerRoute(new PrecacheRoute(shell))
cleanupOutdatedCaches()
registerRoute(
  new NavigationRoute(shell.createHandlerBoundToURL('/index.html'), {
    denylist: [
      /^\/api\//,
      /^\/hub/,
      /^\/check\//,
      /^\/driver$/,
      /^\/Arrive\b/i,
      /^\/QuoteResponse\b/i,
      /^\/RFQAcknowledgement\b/i,
      /^\/VendorPortal\b/i,
      /^\/InternationalBookingPortal\b/i,
      /^\/OceanShippingPortal\b/i,
      /^\/GateCheckIn\b/i,
      /^\/CarrierConfirmation\b/i,
      /^\/carrierportal\b/i,
      /^\/Tracking(Shipment)?\b/i,
      /^\/setup\b/i,
      /^\/welcome\b/i,
      /^\/licenses\.txt$/,
    ],
  }),
)
// The scanner's wasm is large and most devices have their own reader: kept once it was fetched. Its name holds its hash.
registerRoute(
  ({ url }) => url.pathname.startsWith('/assets/') && url.pathname.endsWith('.wasm'),
  new CacheFirst({ cacheName: 'lading-scanner', plugins: [ours] }),
)
clientsClaim()

// A new version waits until the page says so: taking over under an open form would take its files away.
self.addEventListener('message', (e) => {
  if ((e.data as { kind?: string } | null)?.kind === 'skip-waiting') void self.skipWaiting()
})

async function drain() {
  const env = { ...browserEnv(), visible: () => false }
  const session = await Session.open(env)
  try {
    let left = 0
    for (const name of await outboxNames(env)) left += await drainOutbox(env, session, name)
    for (const tab of await self.clients.matchAll()) tab.postMessage({ kind: 'drained', left })
    // Failing is how the browser is asked to try again later.
    if (left > 0) throw new Error(`${left} mutations still wait`)
  } finally {
    session.close()
  }
}

self.addEventListener('sync', ((e: SyncEvent) => {
  if (e.tag === 'outbox') e.waitUntil(drain())
}) as EventListener)

interface PushText {
  title: string
  body?: string
  /** Where a tap leads: an address of ours. */
  path?: string
  tag?: string
}

self.addEventListener('push', (e) => {
  let text: PushText = { title: 'Lading' }
  try {
    text = { ...text, ...(e.data?.json() as Partial<PushText> | undefined) } // our server's own shape; anything else still shows the title
  } catch {
    text.body = e.data?.text()
  }
  const show = () =>
    self.registration.showNotification(text.title, {
      body: text.body,
      tag: text.tag,
      icon: '/icons/192.png',
      badge: '/icons/192.png',
      data: { path: /^\/(?!\/)/.test(text.path ?? '') ? text.path : '/' },
    })
  // Whoever is looking at the app has its bell.
  const seen = async () => (await self.clients.matchAll({ type: 'window' })).some((tab) => tab.visibilityState === 'visible' && tab.focused)
  e.waitUntil(seen().then((is) => (is ? undefined : show())))
})

self.addEventListener('pushsubscriptionchange', ((e: SubscriptionChange) => {
  e.waitUntil(renew(e, self.registration.pushManager))
}) as EventListener)

self.addEventListener('notificationclick', (e) => {
  e.notification.close()
  const path = (e.notification.data as { path?: string } | null)?.path ?? '/'
  const open = async () => {
    const tabs = await self.clients.matchAll({ type: 'window' })
    const tab = tabs.find((t) => t.visibilityState === 'visible') ?? tabs[0]
    // A tab with work in it is not sent elsewhere; it is brought to the front, and its bell has the news.
    if (tab) await tab.focus()
    else await self.clients.openWindow(path)
  }
  e.waitUntil(open())
})
