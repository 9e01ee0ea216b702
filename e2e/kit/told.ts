import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Server } from './server'
import { rowsOf } from './store'

interface Load {
  id: string
  bol: string
  state: string
  pieces: number
  hazmat: string[]
}

interface Pallet {
  id: string
  state: string
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Has bills signed at the dock of Atlanta, each with all of its freight on the truck: the office is told of each, once, and so gets something that can be read
 * and ticked off without any other screen.
 */
export async function signBills(server: Server, count: number) {
  const dock = <T>(call: string, args: object) => server.call('dock@demo.test', call, args) as Promise<T>
  const loads = await dock<Load[]>('DockView/GetShipmentList', {})
  let signed = 0
  for (const l of loads.filter((l) => ['waiting', 'arrived', 'loading', 'loaded'].includes(l.state))) {
    if (signed === count) return
    const pallets = await dock<Pallet[]>('DockView/GetLpnNumbers', { ShipmentId: l.id })
    if (!pallets.every((p) => p.state === 'staged' || p.state === 'loaded')) continue
    for (const p of pallets) if (p.state === 'staged') await dock('DockView/LoadPallet', { ShipmentId: l.id, PalletId: p.id, Lpn: '' })
    for (const Role of l.hazmat.length > 0 ? ['shipper', 'driver'] : ['driver']) // the shipper certifies hazardous materials first
      await dock('DockView/GetSaveSignature', {
        ShipmentId: l.id,
        Role,
        SignedBy: 'Ada Byron',
        Image: hash(`image of ${l.id}`),
        Strokes: hash(`strokes of ${l.id}`),
        Consent: 'test',
        Pieces: Math.max(1, l.pieces),
        Pallets: pallets.length,
      })
    signed++
  }
  if (signed < count) throw new Error(`only ${signed} loads can be signed`)
}

/** How many of a person's notifications the server has as not read. */
export async function unread(server: Server, user: string) {
  const list = (await server.call(user, 'Notify/Notifications')) as { isRead: number }[]
  return list.filter((n) => !n.isRead).length
}

/** Waits until the tab has told the server which notifications have come. */
export async function toldDelivered(page: Page) {
  const rows = () => rowsOf<{ deliveredAt: string | null }>(page, 'notify_notification')
  await expect.poll(async () => (await rows()).every((n) => n.deliveredAt)).toBe(true)
  // The row says so from the moment at which the tab does; that the server has it stands in the outbox.
  await expect
    .poll(async () => (await rowsOf<{ outcome: unknown }>(page, 'mutations', 'outbox')).every((m) => m.outcome !== null))
    .toBe(true)
  await expect(page.getByRole('button', { name: 'All saved', exact: true })).toBeVisible()
}
