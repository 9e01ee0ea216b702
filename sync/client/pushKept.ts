/** What the server knows of this browser's push subscription. It lies where the service worker can read it, which is alone when the browser renews it. */
export interface PushKept {
  /** The device's own number, by which the server keeps the subscription. */
  guid: string
  /** The subscription as it was last told. */
  token: string
}

const store = 'lading-push'
const at = '/push-subscription'

export const pushKept = {
  async read(): Promise<PushKept | undefined> {
    const found = await (await caches.open(store)).match(at)
    return found ? ((await found.json()) as PushKept) : undefined // our own writing
  },
  async write(kept: PushKept) {
    await (await caches.open(store)).put(at, new Response(JSON.stringify(kept), { headers: { 'Content-Type': 'application/json' } }))
  },
  async forget() {
    await (await caches.open(store)).delete(at)
  },
}
