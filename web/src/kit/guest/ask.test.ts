import { afterEach, expect, test, vi } from 'vitest'
import { ask, NoContact } from './ask'

afterEach(() => vi.unstubAllGlobals())

const answering = (res: Response) => vi.stubGlobal('fetch', vi.fn().mockResolvedValue(res))

test('a call that answers with nothing was done: nobody is told that there is no connection', async () => {
  answering(new Response(null, { status: 204 }))
  await expect(ask('CarrierPortal/SendNewLink', { AccessID: 'x' })).resolves.toBeUndefined()
})

test("a network's own page is no answer", async () => {
  answering(new Response('<html>Sign in to the Wi-Fi</html>', { status: 200 }))
  await expect(ask('CarrierPortal/SendNewLink', { AccessID: 'x' })).rejects.toThrow(NoContact)
})
