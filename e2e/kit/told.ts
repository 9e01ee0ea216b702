import { createHash } from 'node:crypto'
import type { Server } from './server'

interface Load {
  id: string
  bol: string
  state: string
  pieces: number
  loadedPallets: number
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** Has bills signed at the dock of Atlanta: the office is told of each, and so gets something that can be read and ticked off without any other screen. */
export async function signBills(server: Server, count: number) {
  const loads = (await server.call('dock@demo.test', 'DockView/GetShipmentList', {})) as Load[]
  const open = loads.filter((l) => ['waiting', 'arrived', 'loading', 'loaded'].includes(l.state)).slice(0, count)
  if (open.length < count) throw new Error(`only ${open.length} loads can be signed`)
  for (const l of open)
    await server.call('dock@demo.test', 'DockView/GetSaveSignature', {
      ShipmentId: l.id,
      SignedBy: 'Ada Byron',
      Image: hash(`image of ${l.id}`),
      Strokes: hash(`strokes of ${l.id}`),
      Consent: 'test',
      Pieces: Math.max(1, l.pieces),
      Pallets: l.loadedPallets,
    })
}

/** How many of a person's notifications the server has as not read. */
export async function unread(server: Server, user: string) {
  const list = (await server.call(user, 'Notify/Notifications')) as { isRead: number }[]
  return list.filter((n) => !n.isRead).length
}
