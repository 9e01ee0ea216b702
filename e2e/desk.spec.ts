import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { pickupDay } from './kit/day'
import { officePage } from './kit/office'
import { Server } from './kit/server'

// A week of a desk: an order goes in parts, a truck leaves a pallet behind, a load changes after its carrier has accepted it, another carrier comes to the dock, a
// signed bill is corrected, and hazardous goods are stopped until their papers are complete. What leaves the house is read on the paper itself.

interface Shipment {
  id: string
  number: string
  bol: string
  status: string
  carrier: string
  pieces: number
}
interface Pallet {
  id: string
  lpn: string
}

const server = new Server()
const examiner = new Examiner()
const folder = mkdtempSync(join(tmpdir(), 'lading-desk-'))
let page: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  await server.start()
  page = await officePage(browser, server.url, 'office@demo.test', { viewport: { width: 1280, height: 1000 } })
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
  expect(examiner.faults).toEqual([])
})

const office = <T>(path: string, req: object) => server.call('office@demo.test', path, req) as Promise<T>
const dock = <T>(path: string, req: object) => server.call('dock@demo.test', path, req) as Promise<T>

const tile = {
  description: 'Ceramic tile',
  pieces: 40,
  packageType: 'CTN',
  pallets: 4,
  weight: { milli: 2_000_000, unit: 'lb' },
  class: '70',
}

const order = (OrderNumber: string, items: object[] = [tile]) =>
  office<{ id: string }>('Shipment/AddNewOrder', {
    OrderNumber,
    WHSE: 'ATL',
    ShipOn: pickupDay(3),
    References: ['4500012345'],
    Consignee: { name: 'Cumberland Home Center', street: '9 Dock Rd', city: 'Nashville', state: 'TN', zip: '37203', country: 'US' },
    Items: items,
  })

const build = (OrderIds: string[], more: object = {}) =>
  office<Shipment>('Shipment/BuildShipment', { OrderIds, PickupByFromTime: '09:00', PickupByToTime: '15:00', ...more })

const now = async (id: string) => (await office<{ Shipment: Shipment }>('Shipment/ShipmentDetails', { ShipmentId: id })).Shipment

/** Loads the first pallets of a load, closes its doors and has its driver sign. */
async function leave(id: string, aboard: number, shipper?: string): Promise<Pallet[]> {
  const pallets = await dock<Pallet[]>('DockView/GetLpnNumbers', { ShipmentId: id })
  for (const p of pallets.slice(0, aboard)) await dock('DockView/LoadPallet', { ShipmentId: id, Lpn: p.lpn })
  await dock('DockView/FinishLoading', { ShipmentId: id, Seal: 'UL-100200', Left: pallets.length - aboard })
  await sign(id, aboard, shipper)
  return pallets
}

/** Has the driver sign, after the shipper where the shipper signs first. */
async function sign(id: string, pallets: number, shipper?: string) {
  const ink = readFileSync(join(process.cwd(), 'web/public/icons/192.png'))
  const image = createHash('sha256').update(ink).digest('hex')
  const signature = { ShipmentId: id, Image: image, Strokes: image, Consent: '1', Pieces: Math.max(1, pallets * 10), Pallets: pallets }
  if (shipper) {
    await expect(dock('DockView/GetSaveSignature', { ...signature, SignedBy: 'Luis Ortega' })).rejects.toThrow('409')
    await dock('DockView/GetSaveSignature', { ...signature, SignedBy: shipper, Role: 'shipper' })
  }
  await dock('DockView/GetSaveSignature', { ...signature, SignedBy: 'Luis Ortega' })
  const sent = await fetch(`${server.url}/api/blob/${image}`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${await server.token('dock@demo.test')}`,
      'Content-Type': 'image/png',
      'Upload-Offset': '0',
      'Upload-Length': String(ink.length),
    },
    body: ink,
  })
  expect([200, 204, 409]).toContain(sent.status) // it may be here already
}

/** What a load's bill of lading says, once it is the one that is expected. */
async function bill(id: string, says: RegExp): Promise<string> {
  const file = join(folder, `${id}.pdf`)
  await expect
    .poll(
      async () => {
        const r = await fetch(`${server.url}/api/Document/Bill`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${await server.token('office@demo.test')}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ ShipmentId: id }),
        })
        if (!r.ok) return await r.text()
        writeFileSync(file, Buffer.from(await r.arrayBuffer()))
        if (process.env.PICTURES) execFileSync('cp', [file, join(process.env.PICTURES, `bill-${id}.pdf`)])
        return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
      },
      { timeout: 30_000 },
    )
    .toMatch(says)
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
}

test('an order goes in two parts, and what a truck leaves behind goes on the next one', async () => {
  const o = await order('WEEK-1')
  await page.goto(`${server.url}/OpenOrders?order=${o.id}`)
  await page.getByRole('button', { name: 'Split off a back order' }).click()
  const form = page.getByRole('dialog', { name: 'Split off a back order' })
  await form.getByLabel(/^Ceramic tile/).fill('10')
  await quiet(page)
  await examiner.examine(page, 'split an order')
  await form.getByRole('button', { name: 'Split', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Put 2 parts together' })).toBeVisible()
  await expect(page.getByText('30 CTN')).toBeVisible()

  const s = await build([o.id], { Carrier: 'SAIA' })
  expect(s.pieces).toBe(30)
  await office('Shipment/PutOnDock', { ShipmentId: s.id })
  const pallets = await leave(s.id, 2)
  const paper = await bill(s.id, /Luis Ortega/)
  expect(paper).toContain('4500012345')
  expect(paper).toMatch(/GRAND TOTAL|Grand total/i)
  expect(paper).toContain('1,000 lb') // two pallets of the three, not 1,500
  expect((await now(s.id)).pieces).toBe(20)

  const open = await office<{ Orders: { id: string; number: string; pieces: number }[] }>('Shipment/GetOrders', { SearchText: 'WEEK-1' })
  expect(open.Orders.map((x) => `${x.number} ${x.pieces}`).sort()).toEqual(['WEEK-1-01 10', 'WEEK-1-02 10'])
  const left = open.Orders.find((x) => x.number === 'WEEK-1-02')
  await page.goto(`${server.url}/OpenOrders?order=${left?.id}`)
  await expect(page.getByRole('heading', { name: 'Order WEEK-1-02' })).toBeVisible()
  const next = await build(
    open.Orders.map((x) => x.id),
    { Carrier: 'SAIA' },
  )
  await office('Shipment/PutOnDock', { ShipmentId: next.id })
  const on = await dock<Pallet[]>('DockView/GetLpnNumbers', { ShipmentId: next.id })
  expect(on.map((p) => p.lpn)).toContain(pallets[2]?.lpn)
  await leave(next.id, on.length)
  expect(await bill(next.id, /Luis Ortega/)).toContain('WEEK-1-02')
})

test('a load that changes after its carrier has accepted it goes back to that carrier, and another truck takes nothing of the first one along', async () => {
  const o = await order('WEEK-2')
  const s = await build([o.id])
  await office('Shipment/RateShipments', { ShipmentIds: [s.id] })
  const { choices } = await office<{ choices: { sheet: string; totalMinor: number; carrier: string }[] }>('Shipment/TenderInfo', {
    ShipmentId: s.id,
  })
  const [first, second] = choices
  await office('Shipment/TenderByShipmentPricesheet', {
    TenderingShipmentID: s.id,
    TenderingPricesheetID: first?.sheet,
    PriceMinor: first?.totalMinor,
    Ask: true,
  })
  const accept = async (more: object) => {
    const { tenders } = await office<{ tenders: { id: string; state: string }[] }>('Shipment/TenderInfo', { ShipmentId: s.id })
    const { address } = await office<{ address: string }>('Shipment/TenderLink', { TenderId: tenders.find((d) => d.state === 'open')?.id })
    const r = await fetch(`${server.url}/api/CarrierConfirmation/Answer`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ Token: address.split('#')[1], Accept: true, Name: 'Ann Lee', ...more }),
    })
    expect(r.status).toBe(200)
  }
  await accept({ PRO: '4411223344' })

  await page.goto(`${server.url}/ShipmentDetails/${s.id}`)
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Change the load' }).click()
  const form = page.getByRole('dialog', { name: 'Change the load' })
  await form
    .getByLabel(/^Weight: Ceramic tile/)
    .first()
    .fill('4000')
  await quiet(page)
  await examiner.examine(page, 'change a load')
  await form.getByRole('button', { name: 'Change and ask the carrier' }).click()
  await expect(page.getByText('The load has been changed.')).toBeVisible() // “Scheduled” stands there as a step before it, too
  await expect(page.getByText('Scheduled', { exact: true }).first()).toBeVisible()
  await accept({})
  expect((await now(s.id)).status).toBe('M')

  await office('Shipment/PutOnDock', { ShipmentId: s.id })
  await dock('DockView/UpdateShipmentDetails', { ShipmentId: s.id, CarrierScac: second?.carrier })
  const changed = await now(s.id)
  expect(changed).toMatchObject({ status: 'T', carrier: second?.carrier })
  const paper = await bill(s.id, /4,000 lb/)
  expect(paper).not.toContain('4411223344')
  expect(changed.bol).not.toBe(s.bol)
})

test('a signed bill is corrected as its next version', async () => {
  const s = await build([(await order('WEEK-3')).id], { Carrier: 'SAIA' })
  await office('Shipment/PutOnDock', { ShipmentId: s.id })
  await leave(s.id, 4)
  await bill(s.id, /UL-100200/)
  await server.call('admin@demo.test', 'DockView/CorrectBill', { ShipmentId: s.id, Reason: 'Seal misread', Seal: 'UL-100299' })
  await sign(s.id, 4)
  expect(await bill(s.id, /UL-100299/)).toContain('version 2')
})

test('hazardous goods are stopped at entry, and pass when their papers are complete', async () => {
  const drums = {
    description: 'Paint',
    pieces: 2,
    packageType: 'DRM',
    pallets: 1,
    weight: { milli: 880_000, unit: 'lb' },
    class: '65',
  }
  await expect(order('WEEK-4', [{ ...drums, hazmat: { un: 'UN1263', properName: '', class: '' } }])).rejects.toThrow('422')
  await server.call('admin@demo.test', 'Org/SaveHazmat', { emergencyPhone: '1-800-424-9300', emergencyContract: 'CCN 20261', Rev: 1 })
  const whole = {
    ...drums,
    hazmat: { un: 'UN1263', properName: 'Paint', class: '3', packingGroup: 'II', emergencyPhone: '800-424-9300' },
  }
  const s = await build([(await order('WEEK-4', [whole])).id], { Carrier: 'SAIA' })
  await office('Shipment/PutOnDock', { ShipmentId: s.id })
  await leave(s.id, 1, 'Dana Price')
  const paper = await bill(s.id, /Luis Ortega/)
  expect(paper).toContain('Dana Price')
  expect(paper).toContain('UN1263, Paint, 3, PG II')
  expect(paper).toContain('880 lb in 2 DRM')
  expect(paper).toContain('800-424-9300')
  expect(paper).toContain('Contract: CCN 20261')
})

test('a delivered load’s proof of delivery is marked, downloaded, and asked for in vain where there is none', async () => {
  const s = await build([(await order('WEEK-5')).id], { Carrier: 'SAIA' })
  await page.goto(`${server.url}/ShipmentDetails/${s.id}`)
  await page.getByRole('button', { name: 'Download POD' }).click()
  await expect(page.getByText('POD is not available for the shipment')).toBeVisible()

  const proof = Buffer.from('%PDF-1.7 signed at the door')
  await page.getByLabel('Files to attach').setInputFiles({ name: 'door.pdf', mimeType: 'application/pdf', buffer: proof })
  await page.getByRole('button', { name: 'Mark as POD' }).click()
  await expect(page.getByRole('button', { name: 'Not the POD' })).toBeVisible()
  await quiet(page)
  await examiner.examine(page, 'a proof of delivery')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download POD' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('door.pdf')
  expect(readFileSync(await file.path())).toEqual(proof)

  await page.getByRole('button', { name: 'Not the POD' }).click()
  await expect(page.getByRole('button', { name: 'Mark as POD' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Download POD' }).click()
  await expect(page.getByText('POD is not available for the shipment')).toBeVisible()
})
