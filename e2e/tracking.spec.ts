import { createHmac } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { officePage } from './kit/office'
import { Server } from './kit/server'

const server = new Server()
let office: Page
const examiner = new Examiner()
const admin = 'admin@demo.test'
const box = 'CSQU3054383'
const secret = 'a secret of the webhook'

test.beforeAll(async ({ browser }) => {
  await server.start()
  office = await officePage(browser, `${server.url}/OceanTracking`, admin)
})
test.afterAll(async () => {
  await office?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()

/** Posts a notification as the provider does: signed over its very bytes. */
async function notice(id: string, event: Record<string, unknown>, vessel: string, signed = secret) {
  const body = JSON.stringify({
    data: {
      id,
      type: 'webhook_notification',
      attributes: { event: event.event, delivery_status: 'pending', created_at: event.created_at },
      relationships: { reference_object: { data: { id: `e-${id}`, type: 'event' } } },
    },
    included: [
      {
        id: `e-${id}`,
        type: 'event',
        attributes: { location_locode: 'USSAV', timezone: 'America/New_York', ...event },
        relationships: { vessel: { data: { id: vessel, type: 'vessel' } }, container: { data: { id: 'c-1', type: 'container' } } },
      },
      { id: vessel, type: 'vessel', attributes: { name: vessel } },
      { id: 'c-1', type: 'container', attributes: { number: box } },
    ],
  })
  const answer = await fetch(`${server.url}/api/Tracking/Terminal49?org=1`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-T49-Webhook-Signature': createHmac('sha256', signed).update(body).digest('hex') },
    body,
  })
  return answer.status
}

const expected = (at: string, told: string) => ({
  event: 'shipment.estimated.arrival',
  estimated_timestamp: at,
  created_at: told,
  voyage_number: '7W',
  data_source: 'shipping_line',
})

test("a container's events come by webhook: the office sees the ETA change and why, and the consignee's link shows it", async ({
  browser,
}) => {
  await server.call(admin, 'Tracking/SaveAccount', { Enabled: true, Secret: secret })
  const [load] = (await server.call(admin, 'Shipment/GenericShipmentsList', { StatusCode: 'A' })) as { id: string; number: string }[]
  if (!load) throw new Error('the demo has no load in transit')

  await office.getByRole('button', { name: 'Add container' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('Shipment, BOL or PRO').fill(load.number)
  await dialog.getByLabel('Container number').fill('CSQU3054384')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('its check digit does not fit').first()).toBeVisible()
  await dialog.getByLabel('Container number').fill(box)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const first = expected(days(10), days(-3))
  expect(await notice('n-1', first, 'EVER GIVEN', 'another secret')).toBe(401)
  expect(await notice('n-1', first, 'EVER GIVEN')).toBe(204)
  expect(await notice('n-1', first, 'EVER GIVEN')).toBe(204)
  const then = Date.parse(first.estimated_timestamp) + 3 * 86_400_000
  expect(await notice('n-2', expected(new Date(then).toISOString(), days(-1)), 'MSC OSCAR')).toBe(204)
  expect(
    await notice(
      'n-3',
      {
        event: 'container.transport.transshipment_departed',
        timestamp: days(-1),
        created_at: days(-1),
        location_locode: 'KRPUS',
        timezone: 'Asia/Seoul',
      },
      'MSC OSCAR',
    ),
  ).toBe(204)

  await office.reload()
  await office.getByRole('link', { name: /CSQU/ }).first().click()
  await expect(office.getByRole('heading', { name: box })).toBeVisible()
  const changes = office.getByRole('region', { name: 'ETA changes' })
  await expect(changes.getByRole('row', { name: /3 days later.*Rolled from EVER GIVEN 7W/ })).toBeVisible()
  await expect(changes.getByRole('row')).toHaveCount(3)
  await expect(
    office.getByRole('region', { name: 'Events' }).getByRole('row', { name: /Departed after transshipment.*Busan/ }),
  ).toBeVisible()
  await quiet(office)
  await examiner.examine(office, 'container')

  const { address } = (await server.call(admin, 'Shipment/ShareTracking', { ShipmentId: load.id })) as { address: string }
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage()
  await phone.goto(server.url + address)
  await expect(phone.getByText(/^ETA /)).toBeVisible()
  await expect(phone.getByText(/3 days later · Moved to another vessel/)).toBeVisible()
  await expect(phone.getByRole('region', { name: 'Transit events' }).getByRole('listitem')).toContainText('Busan')
  await expect(phone.getByText('EVER GIVEN')).toHaveCount(0)
  await examiner.examine(phone, 'tracking with an ETA')
  await phone.context().close()
})
