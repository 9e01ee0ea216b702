import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Server } from './server'

/** Has the first load of the dock that the driver alone may sign signed, ink and all, and waits for its paper. */
export async function signedBill(server: Server): Promise<{ id: string; pdf: Buffer; document: string }> {
  const loads = (await server.call('dock@demo.test', 'DockView/GetShipmentList', {})) as {
    id: string
    state: string
    pieces: number
    hazmat: string[]
  }[]
  const load = loads.find((l) => l.state === 'waiting' && l.hazmat.length === 0)
  if (!load) throw new Error('no load waits')
  const ink = readFileSync(join(process.cwd(), 'web/public/icons/192.png'))
  const image = createHash('sha256').update(ink).digest('hex')
  await server.call('dock@demo.test', 'DockView/GetSaveSignature', {
    ShipmentId: load.id,
    SignedBy: 'Luis Ortega',
    Image: image,
    Strokes: image,
    Consent: '1',
    Language: 'es',
    Pieces: Math.max(1, load.pieces),
    Pallets: 0,
  })
  const token = await server.token('dock@demo.test')
  const sent = await fetch(`${server.url}/api/blob/${image}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/png', 'Upload-Offset': '0', 'Upload-Length': String(ink.length) },
    body: ink,
  })
  expect(sent.status).toBe(204)
  const papers = () =>
    server.call('office@demo.test', 'Shipment/GetShipmentWiseAttachments', { ShipmentId: load.id }) as Promise<
      { id: string; kind: string }[]
    >
  await expect.poll(async () => (await papers()).length).toBeGreaterThan(0)
  const document = (await papers())[0]?.id ?? ''
  const file = await fetch(`${server.url}/api/Shipment/FileDownload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await server.token('office@demo.test')}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ DocumentId: document }),
  })
  return { id: load.id, document, pdf: Buffer.from(await file.arrayBuffer()) }
}
