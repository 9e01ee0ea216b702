import { expect, test } from '@playwright/test'
import { Device } from './kit/browser'
import { picture } from './kit/picture'
import { Server } from './kit/server'
import { signedBill } from './kit/signed'
import { loaded } from './kit/store'

// The office looks a shipment up by the words that a caller says, and reads what was mailed about it.

let server: Server
let desk: Device
test.beforeAll(async () => {
  server = new Server({ LADING_DEMO: '1' })
  await server.start()
})
test.afterAll(async () => {
  await desk?.close()
  await server.remove()
})

test('a shipment is found by its consignee from the palette, and the mail with its signed bill is read', async () => {
  const { id } = await signedBill(server)
  const { Shipment: s } = (await server.call('office@demo.test', 'Shipment/ShipmentDetails', { ShipmentId: id })) as {
    Shipment: { number: string; orders: string[]; destination: { name: string; city: string } }
  }
  const said = `${s.destination.city} ${s.destination.name}`.toLowerCase().slice(0, 60)
  desk = new Device(server.url, { width: 1280, height: 800 })
  await desk.open('/Home')
  await desk.signIn('office@demo.test')
  const { page } = desk
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Find or do' })
  const text = dialog.getByRole('combobox', { name: 'Find or do' })
  await text.fill('zanzibar of nobody')
  await expect(dialog.getByRole('status')).toHaveText('No number, word or page matches.')
  await text.fill(said)
  const hit = dialog.getByRole('option').filter({ hasText: s.number })
  await expect(hit).toContainText(s.destination.name)
  await picture(page, 'palette')
  // Without a connection the device looks through what it holds, and says so.
  await desk.ready()
  await loaded(page)
  await desk.context.setOffline(true)
  await text.fill(said.split(' ').reverse().join(' '))
  await expect(dialog.getByRole('status')).toHaveText('No connection: these are results from this device only.')
  await expect(hit).toContainText(s.destination.name)
  await picture(page, 'palette-offline')
  await desk.context.setOffline(false)
  await hit.click()
  await expect(page).toHaveURL(new RegExp(`/ShipmentDetails/${id}`))

  const mails = page.getByRole('list', { name: 'Mailed' })
  await expect(mails.getByRole('listitem')).toHaveCount(1)
  await expect(mails).toContainText('bills@demo.test')
  await expect(mails.getByText('sent', { exact: true })).toBeVisible({ timeout: 30_000 })
  await mails.getByRole('button', { name: /^Read / }).click()
  const [mail] = (await server.call('office@demo.test', 'Shipment/EmailConversations', { uniquename: s.number })) as {
    MailId: string
    Subject: string
    Attachments: { file: string }[]
  }[]
  const { Body } = (await server.call('office@demo.test', 'Shipment/GetEmailConversationsBody', { mailId: mail?.MailId })) as {
    Body: string
  }
  const letter = page.getByRole('dialog', { name: mail?.Subject ?? 'no mail' })
  await expect(letter).toContainText(Body.trim().split('\n')[0] ?? 'no text')
  await expect(letter).toContainText(mail?.Attachments[0]?.file ?? 'nothing attached')
  await picture(page, 'mail')
  expect(desk.troubles).toEqual([])
})
