import { batteryState, listen, protect, storageState } from '@sync/browser'
import { splitRowId } from '@sync/cache'
import { Client, current, use } from '@sync/client'
import type { Left } from '@sync/drain'
import { type Effect, effects } from '@sync/effect'
import { browserEnv } from '@sync/env'
import { queued } from '@sync/gen/api'
import type { Rows } from '@sync/gen/tables'
import type { OfflineOp, OnlineOp } from '@sync/ops'
import type { TrayItem } from '@sync/outboxDb'
import { outboxNames } from '@sync/outboxNames'
import { part } from '@sync/part'
import { discard, send, sendAgain } from '@sync/send'
import { NoContact } from '@sync/wire'
import { liveQuery } from 'dexie'
import { busy } from '@/kit/busy/busy'
import { dropAllDrafts } from '@/kit/form/draft'
import { setClock } from '@/kit/format/time'
import { afterFirstScreen } from '@/kit/later/later'
import { cleared } from '@/kit/remote/cleared'
import { type Remote, type Session, type SyncView, setRemote, type Trouble } from '@/kit/remote/remote'
import { toasts } from '@/kit/toast/toast'
import { forgetChoice, speakAs } from './languages'
import { otherTab } from './otherTab'

// Each area says in effects.ts what a person sees at once. They are small and are needed before any screen.
const areaEffects = import.meta.glob<Record<string, [string, Effect][]>>('../*/effects.ts', { eager: true })

// Asking the server is no part of a first screen. Where it cannot be had, nothing can be asked either.
const calling = part(() => import('@sync/call'))
const theCalls = () =>
  calling().catch((cause) => {
    throw new NoContact('network', { cause })
  })

type Profile = Rows['access_user']

let session: Session | null = null
const nothing: SyncView = { contact: 'unknown', waiting: 0, attention: 0, files: 0, loading: [], sending: false }
let view = nothing
let kept: boolean | undefined
const sessionWatchers = new Set<() => void>()
const viewWatchers = new Set<() => void>()
const tell = (watchers: Set<() => void>) => {
  for (const w of watchers) w()
}
const watchIn = (watchers: Set<() => void>) => (then: () => void) => {
  watchers.add(then)
  return () => {
    watchers.delete(then)
  }
}

const begun = () => import('@/kit/begun/begun').then((m) => m.begun)

/** What is noted of unsent work outside of the stores; read when the first screen stands. */
let lost: typeof import('@/kit/remote/lost').lost | undefined

/** Whether the stores still hold what was noted to wait in them. Looked at before anything is noted anew. */
async function lookForLost(outboxes: string[]) {
  const known = (await import('@/kit/remote/lost')).lost
  known.look(outboxes)
  lost = known
}

/** Opens what the last person left on this device and starts to sync. Needs no network. */
export async function startEngine() {
  afterFirstScreen(() => void calling().catch(() => {}))
  afterFirstScreen(() => void import('@sync/aside').then((m) => m.letGoAside()).catch(console.error))
  const outboxes = await outboxNames(browserEnv()) // before any is made anew
  const client = await Client.start({
    env: browserEnv(),
    effects: effects(...Object.values(areaEffects).flatMap((area) => Object.values(area))),
    build: __BUILD__,
    deviceName: () => import('./deviceName').then((m) => m.deviceName(navigator.userAgent)),
    storage: storageState,
    battery: batteryState,
    lost: () => lost?.now()?.n ?? 0,
    cleared: cleared.now,
    keepLog: true,
    blocked: otherTab.set,
    // What the server says meanwhile comes with the first pull; the socket's library need not be read before the screen.
    connect: (url, ticket) =>
      new Promise<void>((then) => afterFirstScreen(then)).then(() => import('@sync/signalR')).then((m) => m.signalR(url, ticket)),
  })
  use(client)
  setRemote(remote)
  let unwatch = () => {}
  const follow = () => {
    unwatch()
    unwatch = followWork(client)
  }
  client.subscribe(follow)
  follow()
  await firstProfile()

  afterFirstScreen(() => void lookForLost(outboxes).then(follow).catch(console.error))
  listen(client)
  navigator.serviceWorker?.addEventListener('message', (e) => {
    if ((e.data as { kind?: string } | null)?.kind === 'drained') client.work?.engine.nudge('visible') // our worker's own message
  })
  void askToKeep()
}

/** The stores of who has come in, and what the guard judges by. */
async function entered() {
  const client = current()
  await client.follow()
  if (client.failure) throw client.failure
  await firstProfile()
}

/** The profile of a remembered person is read from the device before the first screen, so that the guard can judge. */
async function firstProfile() {
  const { work } = current()
  if (!work) return
  await (await begun()).load(work.person.id)
  setSession(await work.cache.db.access_user.get(work.person.id))
}

/** Asks the browser not to evict what is kept here. It may refuse; the sync chip says so. */
async function askToKeep() {
  if (!navigator.storage?.persist) return
  kept = (await navigator.storage.persisted()) || (await protect())
  view = { ...view, protected: kept }
  tell(viewWatchers)
}

function setSession(profile: Profile | undefined) {
  const { work, session: signedIn } = current()
  const person = work?.person
  const next: Session | null = person
    ? {
        user: person.id,
        userName: profile?.userName ?? person.userName,
        name: profile?.name || person.name,
        org: person.org,
        pages: new Set(profile?.pages ?? []),
        rights: new Set(profile?.rights ?? []),
        defaultPage: profile?.defaultPage,
        warehouses: profile?.warehouses ?? [],
        language: profile?.language,
        email: profile?.email ?? '',
        itemClass: profile?.settings.UserDefinedClass ?? '',
        admin: profile?.admin ?? false,
        ...(person.by ? { by: person.by } : {}),
        due: profile !== undefined && !person.by && (profile.profileDue || !profile.agreedAt),
        known: profile !== undefined,
        expired: signedIn.expired,
      }
    : null
  if (same(session, next)) return
  session = next
  if (next?.known) void speakAs(next.language)
  tell(sessionWatchers)
}

const plain = (s: Session) => JSON.stringify({ ...s, pages: [...s.pages], rights: [...s.rights] })

const same = (a: Session | null, b: Session | null) => a === b || (a !== null && b !== null && plain(a) === plain(b))

function followWork(client: Client): () => void {
  const { work } = client
  if (!work) {
    setSession(undefined)
    return sendLeftovers(client)
  }
  void begun().then((b) => b.load(work.person.id)) // who came in another tab
  let profile: Profile | undefined
  const profiles = liveQuery(() => work.cache.db.access_user.get(work.person.id)).subscribe((row) => {
    profile = row
    setSession(row)
  })
  const setups = liveQuery(() => work.cache.db.org_setup.get('setup')).subscribe((row) => setClock(row?.flags.time24))
  const sessions = client.session.subscribe(() => setSession(profile))
  let release = () => {}
  // Kept over a reload: a tablet that starts without a network must know how old its rows are.
  const key = `lading.contact.${work.person.id}`
  let heard = Number(localStorage.getItem(key)) || 0
  const look = () => {
    const s = work.engine.status()
    if (s.lastContact > heard) {
      heard = s.lastContact
      localStorage.setItem(key, String(heard))
    }
    const sending = s.waiting > 0 && (s.state === 'live' || s.state === 'polling')
    release()
    if (sending) release = busy.hold('drain')
    view = {
      contact: s.state === 'offline' ? 'offline' : s.lastContact > 0 ? 'online' : 'unknown',
      lastContact: heard || undefined,
      waiting: s.waiting,
      oldestAt: s.oldestAt || undefined,
      attention: s.attention,
      files: s.files,
      loading: s.loading,
      sending,
      protected: kept,
      full: s.storage === 'full',
      failed: s.storage === 'failed',
      mustUpdate: s.update,
      behind: s.behind,
      replaced: s.replaced,
      clearing: s.clearing,
      signedOut: s.state === 'signed-out',
      held: s.held,
      portal: s.portal,
    }
    if (s.storage !== 'failed') lost?.note(work.outbox.name, s.waiting + s.files)
    if (s.waiting + s.files > 0) askForSync()
    tell(viewWatchers)
  }
  const engine = work.engine.subscribe(look)
  look()
  return () => {
    profiles.unsubscribe()
    setups.unsubscribe()
    sessions()
    engine()
    release()
  }
}

/** Nobody is signed in: what others left here is sent all the same, and the sign-in page says how much it is. */
function sendLeftovers({ env, session }: Client): () => void {
  const show = (left: Left) => {
    view = { ...nothing, protected: kept, ...left }
    if (left.waiting + left.files > 0) askForSync()
    tell(viewWatchers)
  }
  show({ waiting: 0, files: 0 })
  // No part of what stands before the first screen.
  const sending = import('./leftBehind').then((m) => m.sendLeftBehind(env, session, show))
  sending.catch(console.error)
  return () =>
    void sending.then(
      (end) => end(),
      () => {},
    )
}

/** Where the browser has background sync, the service worker sends what waits even after this tab is gone. */
function askForSync() {
  void navigator.serviceWorker?.ready
    // Chromium only, so TypeScript does not know it.
    .then((r) => (r as ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }).sync?.register('outbox'))
    .catch(() => {})
}

/** Who signs out is no longer told on this device; the next person says so for themselves. */
async function sleepBeforeSignOut() {
  const subscription = await navigator.serviceWorker
    ?.getRegistration()
    .then((r) => r?.pushManager?.getSubscription())
    .catch(() => undefined)
  if (!subscription) return
  const guid = (await current().work?.outbox.queue())?.device ?? ''
  await subscription.unsubscribe().catch(() => {})
  await theCalls()
    .then((m) => m.call('token/delete', { guid }))
    .catch(() => {})
}

const offline = (op: string): op is OfflineOp => op in queued

const troubleOf = (item: TrayItem): Trouble => ({
  key: String(item.n),
  op: item.op,
  args: item.args,
  at: item.at,
  kind: item.status,
  code: item.code,
  params: item.params,
  errors: item.errors ?? [], // none in what an older app kept
  row: item.row,
})

async function trayItem(key: string): Promise<TrayItem> {
  const { work } = current()
  const item = await work?.outbox.db.tray.get(Number(key))
  if (!item) throw new Error(`no item ${key} in the tray`)
  return item
}

const remote: Remote = {
  session: () => session,
  watchSession: watchIn(sessionWatchers),
  async signIn(userName, password) {
    await current().session.signIn(userName, password)
    await entered()
  },
  async enterBy(grant) {
    await current().session.enterBy(grant)
    await entered()
  },
  async signOut() {
    dropAllDrafts()
    await (await begun()).forget()
    toasts.forget()
    await sleepBeforeSignOut()
    // A dock tablet keeps the warehouse's part: it holds no money and nobody's own data, and the next shift starts at once.
    await current().signOut(document.documentElement.dataset.density === 'dock')
    await forgetChoice()
  },
  async submit(op, request, options) {
    // The forms' types tie request and op together; here both are only names.
    if (!offline(op)) return (await theCalls()).call(op as OnlineOp, request as never, options?.key ? { key: options.key } : {})
    if (!options?.answers) return send(op, request as never)
    return sendAgain({ ...(await trayItem(options.answers)), op }, request as never)
  },
  call: async (op, request) => (await theCalls()).call(op as OnlineOp, request as never), // as above
  lastAnswer: async (op, request) => current().work?.cache.answer((await theCalls()).answerKey(op, request)),
  status: () => view,
  watchStatus: watchIn(viewWatchers),
  nudge: () => current().work?.engine.nudge('manual'),
  watchWaiting(entity, then) {
    const { work } = current()
    if (!work) return () => {}
    const found = liveQuery(async () => {
      const rows = await work.cache.db._overlay.orderBy('rows').keys()
      return new Set(rows.map((id) => splitRowId(String(id))).flatMap(([e, key]) => (e === entity ? [key] : [])))
    }).subscribe(then)
    return () => found.unsubscribe()
  },
  watchTroubles(then) {
    const { work } = current()
    if (!work) {
      then([])
      return () => {}
    }
    const found = liveQuery(() => work.outbox.trayOf(work.person.id)).subscribe((items) => then(items.map(troubleOf)))
    return () => found.unsubscribe()
  },
  async discard(trouble) {
    await discard(await trayItem(trouble.key))
  },
}
