import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Device } from './kit/browser'
import { draw, type } from './kit/load'
import { Server } from './kit/server'
import { loaded, rowsOf } from './kit/store'
import { begins } from './kit/words'

// The main job: an order file becomes a signed bill of lading, with the server gone in the middle and the tab killed at each step.

interface Shipment {
  id: string
  customer: string
  bol: string
  status: string
}
interface Pallet {
  id: string
  lpn: string
  sscc: string
  pieces: number
  state: string
  short: number
  photos: string[]
  scannedAt: string | null
}

/** The soak has both; a phone in Spanish is shown by `dock.phone` as well. */
const runs = [
  { name: 'on a tablet, in English', size: { width: 1280, height: 800 }, language: 'en' as const },
  { name: 'on a phone, in Spanish', size: { width: 390, height: 844 }, language: 'es' as const },
].slice(0, process.env.LADING_SOAK ? 2 : 1)

for (const run of runs) {
  test(`an order file becomes a signed bill of lading, ${run.name}`, async () => {
    test.setTimeout(300_000)
    const server = new Server()
    await server.start()
    const office = new Device(server.url, { width: 1280, height: 800 })
    const dock = new Device(server.url, run.size, run.language)
    try {
      // ---- the office: file, orders, shipment, dock
      await office.open()
      await office.signIn('office@demo.test')
      const o = () => office.page
      await o().getByRole('button', { name: 'Upload order file' }).click()
      await o().setInputFiles('input[type=file]', join(process.cwd(), 'fixtures/order/clean.csv'))
      const dialog = o().getByRole('dialog')
      await dialog.getByLabel('Customer').fill('NGHS')
      await dialog.getByRole('button', { name: 'Read the file' }).press('Enter')
      await o()
        .getByRole('button', { name: /^Save \d+ orders?$/ })
        .click()
      await o()
        .getByRole('link', { name: 'Show these orders' })
        .or(o().getByRole('button', { name: 'Show these orders' }))
        .click()
      await expect(o().getByText('Only the orders of one file.')).toBeVisible()
      const order = o().getByRole('row').filter({ hasText: 'SO-118211' })
      await order.getByRole('button', { name: 'Build' }).click()
      const build = o().getByRole('dialog')
      await build.getByRole('combobox', { name: 'Carrier' }).fill('SAIA')
      await o().getByRole('option', { name: /Saia/ }).click()
      await build.getByRole('button', { name: 'Build', exact: true }).click()
      await expect(o()).toHaveURL(/ShipmentDetails/)
      const id = new URL(o().url()).pathname.split('/').at(-1) ?? ''
      await o().getByRole('button', { name: 'Put on the dock' }).first().click()
      await o().getByRole('dialog').getByLabel('Door').fill('07')
      await o().getByRole('dialog').getByRole('button', { name: 'Put on the dock' }).press('Enter')
      await expect(o().getByText('The dock has it.')).toBeVisible()

      const details = (await server.call('office@demo.test', 'Shipment/ShipmentDetails', { ShipmentId: id })) as { Shipment: Shipment }
      expect(details.Shipment.bol).toMatch(/^\d{17}$/)
      expect(details.Shipment.customer).toBe('NGHS') // the file's
      const pallets = () => server.call('office@demo.test', 'DockView/GetLpnNumbers', { ShipmentId: id }) as Promise<Pallet[]>
      // a queued command: the server may have it a moment later
      const mine = (await settled(pallets)).sort((a, b) => a.pieces - b.pieces)
      expect(mine.length).toBeGreaterThan(1)
      expect(mine.at(-1)?.pieces).toBeGreaterThan(2) // two of the last one's are missing below

      // ---- the tablet has it
      const w = dock.words
      await server.call('dock@demo.test', 'Access/SavePreferences', { PreferredLanguage: run.language })
      await dock.open()
      await dock.signIn('dock@demo.test')
      await dock.ready()
      const d = () => dock.page
      await loaded(d()) // a label of another load is asked for below
      await d().goto(`${server.url}/eSignBOL/load/${id}`)
      await expect(d().getByRole('button', { name: w('Short'), exact: true })).toBeVisible()

      // ---- the network goes away: the server is really gone
      await server.stop('SIGKILL')
      await dock.restart()
      await expect(d().getByRole('button', { name: w('Short'), exact: true })).toBeVisible()

      // pallets by their labels, as a wedge scanner types them
      const scan = (label: string) => type(d(), label)
      const answered = (p: Pallet) =>
        expect(
          d()
            .getByRole('status')
            .filter({ hasText: p.lpn.slice(-4) })
            .first(),
        ).toBeVisible()
      for (const p of mine.slice(0, -1)) {
        await scan(p.sscc ? `00${p.sscc}` : p.lpn)
        await answered(p)
      }
      await dock.killTab()
      await expect(
        d()
          .getByRole('main')
          .getByText(new RegExp(`^${mine.length - 1} `))
          .first(),
      ).toBeVisible()

      // a pallet of another load, and a label that nobody knows
      const other = (await rowsOf<Pallet>(d(), 'dock_pallet')).find((p) => !mine.some((m) => m.id === p.id) && !p.scannedAt)
      if (!other) throw new Error('no pallet of another load')
      await scan(other.lpn)
      await expect(d().getByRole('alert').first()).toBeVisible()
      await scan('LPN-0000000000')
      await expect(d().getByRole('alert').first()).toBeVisible()

      // a short, and damage with a photo
      const last = mine.at(-1)
      if (!last) throw new Error('no pallets')
      await scan(last.lpn)
      await answered(last) // it is the one that is short
      await d()
        .getByRole('button', { name: w('Short'), exact: true })
        .click()
      for (let i = 0; i < 2; i++)
        await d()
          .getByRole('button', { name: w('One more') })
          .click()
      await d().getByRole('dialog').getByRole('button').last().click()
      await expect(d().getByRole('dialog')).toBeHidden()
      await dock.killTab()
      await answered(last) // the tab goes on where it was
      await scan(last.lpn)
      await d()
        .getByRole('button', { name: w('Damage + photo') })
        .click()
      const [chooser] = await Promise.all([
        d().waitForEvent('filechooser'),
        d()
          .getByRole('button', { name: w('Choose a picture') })
          .click(),
      ])
      await chooser.setFiles(join(process.cwd(), 'web/public/icons/512.png'))
      await expect(d().getByRole('dialog').locator('img')).toBeVisible()
      await d()
        .getByRole('button', { name: w('Note the damage') })
        .click()
      await expect(d().getByRole('dialog')).toBeHidden()
      await dock.killTab()

      // seal, driver, signature
      await d()
        .getByRole('button', { name: w('Done ▸ Seal') })
        .click()
      await d()
        .getByRole('textbox', { name: w('Seal'), exact: true })
        .fill('48213')
      await d()
        .getByRole('textbox', { name: w('Trailer'), exact: true })
        .fill('53021')
      await d()
        .getByRole('button', { name: w('Close with this seal') })
        .click()
      await d()
        .getByRole('textbox', { name: w('Name'), exact: true })
        .fill('Ada Ortiz')
      await d()
        .getByRole('button', { name: w('Save ▸ Sign') })
        .click()
      await expect(d()).toHaveURL(/\/Sign/)
      await dock.killTab()
      await expect(d().getByText('48213').first()).toBeVisible()
      await draw(d())
      await d()
        .getByRole('button', { name: w('Sign'), exact: true })
        .click()
      await expect(d().getByText(begins(w('Signed. Kept on this tablet; will be sent when there is Wi-Fi.')))).toBeVisible()
      await dock.restart()

      // ---- the network returns; nobody touches anything
      await server.start()
      await dock.backOnline()
      await o().goto(`${server.url}/ShipmentDetails/${id}`)
      await expect(o().getByRole('button', { name: 'Signed bill of lading' })).toBeVisible()

      const events = (
        (await server.call('office@demo.test', 'Shipment/ShipmentDetails', { ShipmentId: id })) as {
          Events: { kind: string; n: number; sig: string }[]
        }
      ).Events
      const kinds = events.sort((a, b) => a.n - b.n).map((e) => e.kind)
      expect(events.map((e) => e.n)).toEqual(events.map((_, i) => i + 1))
      expect(kinds.filter((k) => k === 'signed')).toHaveLength(1)
      expect(kinds.filter((k) => k === 'pallet-loaded' || k === 'loaded')).toHaveLength(mine.length)
      const after = await pallets()
      expect(after.every((p) => p.scannedAt)).toBe(true)
      expect(after.find((p) => p.id === last.id)).toMatchObject({ short: 2 })
      expect(after.find((p) => p.id === last.id)?.photos).toHaveLength(1)
      await expect(async () => {
        const answer = (await server.call('admin@demo.test', 'Notify/Mails')) as { mails: { shipmentId: string; sentAt: string | null }[] }
        const about = answer.mails.filter((m) => m.shipmentId === id)
        expect(about).toHaveLength(1)
        expect(about[0]?.sentAt).toBeTruthy()
      }).toPass()
      await expect(o().getByRole('list', { name: office.words('Mailed') })).toContainText(office.words('sent'))
      expect(office.troubles).toEqual([])
      expect(dock.troubles).toEqual([])
    } catch (err) {
      for (const [name, device] of Object.entries({ dock, office }))
        await device.page?.screenshot({ path: test.info().outputPath(`${name}.png`) }).catch(() => {})
      throw err
    } finally {
      await dock.close()
      await office.close()
      await server.remove()
    }
  })
}

/** What a call answers once it does not refuse any more. */
async function settled<T>(call: () => Promise<T>): Promise<T> {
  let answer: T | undefined
  await expect(async () => {
    answer = await call()
  }).toPass({ timeout: 20_000 })
  return answer as T // it has passed
}
