import { current } from '@sync/client'
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
  await theRemote().submit('token/save', { guid: await device(), token: JSON.stringify(subscription), platform: 'web' })
  return 'on'
}

/** No more. The browser forgets its subscription even where the server cannot be told; what it sends then finds nobody. */
export async function letSleep(): Promise<Waking> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  await theRemote()
    .submit('token/delete', { guid: await device() })
    .catch(() => {})
  return waking()
}
