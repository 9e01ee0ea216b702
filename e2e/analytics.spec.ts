import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { Examiner, quiet } from './kit/axe'
import { officePage } from './kit/office'
import { Server } from './kit/server'

const server = new Server()
let page: Page
const examiner = new Examiner()

test.beforeAll(async ({ browser }) => {
  await server.start()
  page = await officePage(browser, `${server.url}/CarrierScorecard`, 'admin@demo.test')
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
  expect(examiner.faults).toEqual([])
})

test('a figure of the scorecard explains itself, and its bar opens the loads that it was counted from', async () => {
  await page.getByRole('button', { name: /^On-time delivery \d/ }).click()
  const sentence = page.getByText(/^On-time delivery: [\d,]+ loads delivered on time ÷ [\d,]+ loads due for delivery = /)
  const [, of = 0] = ((await sentence.textContent()) ?? '').match(/[\d,]+(?= loads)/g)?.map((x) => Number(x.replace(/,/g, ''))) ?? []
  expect(of).toBeGreaterThan(5)
  const bars = page.getByRole('group', { name: /^On-time delivery/ }).getByRole('button')
  await expect(bars.first()).toBeVisible()
  const first = (await bars.first().getAttribute('aria-label')) ?? ''
  const [yes = 0, all = 0] =
    first
      .match(/\(([\d,]+) of ([\d,]+)\)/)
      ?.slice(1)
      .map(Number) ?? []
  expect(all).toBeGreaterThan(0)
  expect(first.includes(new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format(yes / all))).toBe(true)
  await quiet(page)
  await examiner.examine(page, 'scorecard')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const text = await readFile(await (await file).path(), 'utf8')
  expect(text).toMatch(/^\uFEFFCarrier,SCAC,Loads,On-time pickup/)
  expect(text.trim().split('\n').length).toBeGreaterThan(2)

  await bars.first().click()
  await expect(page).toHaveURL(/carrier=/)
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  await expect(tab(/^On time/)).toHaveText(new RegExp(`On time\\s*${yes}$`))
  await expect(tab(/^Late/)).toHaveText(new RegExp(`Late\\s*${all - yes}$`))
  await tab(/^On time/).click()
  await expect(page.getByRole('heading', { name: /^On-time delivery/ })).toContainText(String(yes))
  await quiet(page)
  await examiner.examine(page, 'loads behind a figure')
  await page.getByRole('grid').getByRole('link').first().click()
  await expect(page).toHaveURL(/ShipmentDetails/)
})
