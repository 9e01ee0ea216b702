import { browserEnv } from '@sync/env'
import { pushKept } from '@sync/pushKept'
import { Session } from '@sync/session'
import { exchange } from '@sync/wire'

/** Not in every browser, so not in TypeScript's library. */
export interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

/** The browser has renewed where it is woken: the server is told, or it would wake nobody. What cannot be told now, the app tells when it is opened. */
export async function renew(e: SubscriptionChange, manager: PushManager) {
  const kept = await pushKept.read()
  const key = (e.oldSubscription ?? (await manager.getSubscription()))?.options.applicationServerKey
  const now = e.newSubscription ?? (key ? await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : null)
  if (!kept || !now) return
  const env = { ...browserEnv(), visible: () => false }
  const session = await Session.open(env)
  try {
    const token = JSON.stringify(now)
    const body = JSON.stringify({ guid: kept.guid, token, platform: 'web' })
    await exchange(env, '/api/token/update', { method: 'PUT', body, token: await session.accessToken(), headers: { pageId: '9999' } })
    await pushKept.write({ guid: kept.guid, token })
  } finally {
    session.close()
  }
}
