import { current } from '@sync/client'
import { pushKept } from '@sync/pushKept'
import { theRemote } from '@/kit/remote/remote'

/** Whether this browser can be woken while the app is closed, and is. */
export type Waking = 'impossible' | 'forbidden' | 'off' | 'on'

const able = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
const registration = () => navigator.serviceWorker.getRegistration()

/** Where it stands now. */
export async function waking(): Promise<Waking> {
  const worker = able() ? await registration() : undefined
  if (!worker) return 'impossible'
  if (Notification.permission === 'denied') return 'forbidden'
  return (await worker.pushManager.getSubscription()) ? 'on' : 'off'
}

const bytes = (base64url: string) => Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
const device = async () => (await current().work?.outbox.queue())?.device ?? ''

/** Has the server wake this browser with what the person is told. The browser asks the person first; a no is a no. */
export async function wake(): Promise<Waking> {
  const worker = able() ? await registration() : undefined
  if (!worker) return 'impossible'
  if ((await Notification.requestPermission()) !== 'granted') return Notification.permission === 'denied' ? 'forbidden' : 'off'
  const { publicKey } = (await theRemote().call('Notify/PushKey', {})) as { publicKey: string } // the server's answer, typed by its declaration
  if (!publicKey) return 'impossible'
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(publicKey) })
  const guid = await device()
  await theRemote().submit('token/save', { guid, token: JSON.stringify(subscription), platform: 'web' })
  await pushKept.write({ guid, token: JSON.stringify(subscription) })
  return 'on'
}

/** Tells the server of a subscription that the browser renewed while nobody could: the service worker does so where it has a session. */
export async function keepWoken() {
  const subscription = able() ? await (await registration())?.pushManager.getSubscription() : undefined
  const kept = await pushKept.read()
  if (!subscription || !kept) return
  const token = JSON.stringify(subscription)
  if (token === kept.token || kept.guid !== (await device())) return
  await theRemote().submit('token/save', { guid: kept.guid, token, platform: 'web' })
  await pushKept.write({ guid: kept.guid, token })
}

/** No more. The browser forgets its subscription even where the server cannot be told; what it sends then finds nobody. */
export async function letSleep(): Promise<Waking> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  await pushKept.forget()
  await theRemote()
    .submit('token/delete', { guid: await device() })
    .catch(() => {})
  return waking()
}
