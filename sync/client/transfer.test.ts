import { afterEach, expect, it } from 'vitest'
import { NoContact } from './call'
import { World } from './testing/world'
import { download, fetchFile, upload } from './transfer'

let world: World
afterEach(() => world.close())

async function start() {
  world = new World()
  world.stock()
  const device = world.device()
  return { device, client: await device.signedIn() }
}

const pdf = (headers: Record<string, string>) => async () =>
  new Response('%PDF', { status: 200, headers: { 'Content-Type': 'application/pdf', ...headers } })

it('fetches a paper under the name that the server gives it', async () => {
  const { device, client } = await start()
  const asked: unknown[] = []
  const answer = pdf({ 'Content-Disposition': "attachment; filename*=UTF-8''Bill%20of%20lading.pdf" })
  device.link = () => async (_path: string, init?: RequestInit) => {
    asked.push(JSON.parse(String(init?.body)))
    return answer()
  }
  const { blob, name } = await download('Document/Bill', { ShipmentId: 'S1' }, {}, client)
  expect(name).toBe('Bill of lading.pdf')
  expect(blob.size).toBe(4)
  expect(asked).toEqual([{ ShipmentId: 'S1' }])
})

it('takes no paper from a network that asks to sign in first', async () => {
  const { device, client } = await start()
  device.link = () => async () => new Response('<html>', { status: 200, headers: { 'Content-Type': 'text/html' } })
  await expect(download('Document/Bill', { ShipmentId: 'S1' }, {}, client)).rejects.toThrow(NoContact)
})

it('sends a file beside the fields of its request, and leaves the type to the form', async () => {
  const { device, client } = await start()
  let sent: RequestInit | undefined
  device.link = () => async (_path: string, init?: RequestInit) => {
    sent = init
    return new Response('[]', { status: 200, headers: { 'Content-Type': 'application/json' } })
  }
  await upload('Shipment/FileUpload', { ShipmentId: 'S1' }, [new File(['hello'], 'note.txt', { type: 'text/plain' })], {}, client)
  const body = sent?.body as FormData // what upload makes
  expect(body.get('ShipmentId')).toBe('S1')
  expect((body.get('FileData') as File).name).toBe('note.txt')
  expect(new Headers(sent?.headers).has('Content-Type')).toBe(false)
})

it('fetches a photo by its hash, says when it has not arrived, and takes no other bytes for it', async () => {
  const { device, client } = await start()
  const hash = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824' // of "hello"
  const answer = (body: string, status: number) => {
    device.link = () => async () => new Response(body, { status, headers: { 'Content-Type': 'image/jpeg' } })
  }
  answer('hello', 200)
  expect(await (await fetchFile(hash, client))?.text()).toBe('hello')
  answer('{}', 404)
  expect(await fetchFile(hash, client)).toBeUndefined()
  answer('<html>sign in to our Wi-Fi', 200)
  await expect(fetchFile(hash, client)).rejects.toThrow(NoContact)
})
