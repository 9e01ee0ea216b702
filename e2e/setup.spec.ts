import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { Examiner } from './kit/axe'
import { signIn, visit } from './kit/office'
import { Server } from './kit/server'
import { wordsOf } from './kit/words'

const server = new Server({ LADING_DEMO: '0' })
/** The new administrator's tab, from the set-up on: each test finds it signed in where the one before left it. */
let page: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  await server.start()
  page = await (await browser.newContext()).newPage()
})
test.afterAll(async () => {
  await page?.context().close()
  await server.remove()
})

/** A command of the program beside the running server, as its operator gives it. */
const lading = (...args: string[]) =>
  execFileSync(join(process.cwd(), 'bin/lading'), args, {
    encoding: 'utf8',
    env: {
      ...process.env,
      LADING_DATA: server.data,
      LADING_REPLICA: join(server.dir, 'replica'),
      LADING_SECRET_FILE: join(server.dir, 'lading.secret'),
    },
  })

/** Nothing on the page keeps anybody out. */
async function examine(page: Page) {
  const examiner = new Examiner()
  await examiner.examine(page, page.url())
  expect(examiner.faults).toEqual([])
}

const linkIn = (text: string, page: string) => {
  const hash = new RegExp(`/${page}(#[\\w.-]+)`).exec(text)?.[1]
  if (!hash) throw new Error(`no link to ${page} in:\n${text}`)
  return `${server.url}/${page}${hash}`
}

test('an empty server is set up by its link, and ends signed in as the new administrator', async () => {
  await page.goto(server.url)
  await signIn(page, 'admin@demo.test')
  await expect(page.getByRole('alert')).toBeVisible() // nobody is there yet

  for (const language of ['es', 'fr', 'en'] as const) {
    const words = wordsOf(language)
    await page.goto(linkIn(server.log, 'setup'))
    await page.getByRole('banner').getByRole('combobox').selectOption(language)
    await expect(page.getByRole('heading', { name: words('Set up this server') })).toBeVisible()
  }
  await expect(page.getByLabel('Set-up code')).toHaveValue(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
  await examine(page)
  await page.getByLabel('Name', { exact: true }).fill('Acme Freight')
  await expect(page.getByLabel('Client code')).toHaveValue('ACME')
  await page.getByLabel('Time zone').selectOption('America/Chicago')
  await page.getByLabel('Brand color').fill('#ffee00')
  await expect(page.getByText('Too light to read.')).toBeVisible()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Moreno')
  await page.getByLabel('E-mail').fill('ada@acme.test')
  await page.getByLabel('Password', { exact: true }).fill('seven grey pallets')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('alert')).toContainText('What you typed is still here.')
  await expect(page.getByText('Too light to read on white')).toBeVisible()

  await page.getByLabel('Brand color').fill('#144895')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('heading', { name: 'Acme Freight is ready' })).toBeVisible()
  expect(page.url()).toBe(`${server.url}/setup`) // the code is not left in the history

  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, 'ada@acme.test', 'seven grey pallets')
  await expect(page.getByRole('button', { name: 'Ada Moreno: person and device' })).toBeVisible()
  await expect(page).toHaveURL(/\/Today$/)
})

test('sample data is loaded, ticks no first step, and is removed again', async () => {
  const samples = page.getByRole('region', { name: 'Sample data' })
  await samples.getByRole('button', { name: 'Load sample data' }).click()
  await expect(samples.getByRole('status')).toHaveText('Sample data loaded.')
  await expect(page.getByRole('region', { name: 'Getting started' }).getByText('9 of 9 left')).toBeVisible() // it ticks nothing
  await expect(page.getByRole('link', { name: /Open orders/ }).getByText('8', { exact: true })).toBeVisible()
  await examine(page)
  await samples.getByRole('button', { name: 'Remove sample data' }).click()
  await expect(samples.getByRole('status')).toHaveText('Sample data removed.')
  await expect(page.getByRole('link', { name: /Open orders/ }).getByText('0', { exact: true })).toBeVisible()
})

test('the first steps tick themselves, can be skipped, and are gone when nothing is left', async () => {
  const list = page.getByRole('region', { name: 'Getting started' })
  await expect(list.getByText('9 of 9 left')).toBeVisible()
  await examine(page)
  await list.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('button', { name: 'New user' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('User name').fill('dora@acme.test')
  await form.getByLabel('First name').fill('Dora')
  await form.getByLabel('Last name').fill('Quist')
  await form.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: 'Dock' }).click()
  await form.getByRole('button', { name: 'Add and invite' }).click()
  await expect(page.getByLabel(/^Password link for dora@acme.test/)).toHaveValue(/\/welcome#/)
  await expect(page.getByText('The link was not mailed: hand it on yourself.')).toBeVisible() // this server has no mail server
  const dora = page.getByRole('row').filter({ hasText: 'dora@acme.test' })
  await expect(dora).toContainText('Not mailed')
  await examine(page)

  await visit(page, '/Today')
  await expect(list.getByText('8 of 9 left')).toBeVisible()
  for (const step of ['Warehouse with doors', 'Carriers', 'Item master', 'Order file', 'GS1 company prefix', 'Printer', 'Mail server'])
    await list.getByRole('button', { name: `Skip: ${step}` }).click()
  await expect(list.getByText('1 of 9 left')).toBeVisible()
  await list.getByRole('button', { name: 'Skip: First shipment' }).click()
  await expect(list).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Backup' })).toBeVisible()
  await expect(list).toBeHidden()
})

test('the backup is restored and checked when an administrator asks', async () => {
  await page.getByRole('button', { name: 'Test now' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Ada Moreno' })).toContainText('Restored and checked')
  await examine(page)
})

test('the link is dead after that, and a stranger without the code gets nowhere', async ({ page }) => {
  const fill = async () => {
    await page.getByLabel('Name', { exact: true }).fill('Intruder')
    await page.getByLabel('First name').fill('In')
    await page.getByLabel('Last name').fill('Truder')
    await page.getByLabel('E-mail').fill('in@truder.test')
    await page.getByLabel('Password', { exact: true }).fill('seven grey pallets')
    await page.getByRole('button', { name: 'Set up' }).click()
  }
  await page.goto(linkIn(server.log, 'setup'))
  await fill()
  await expect(page.getByRole('alert')).toContainText('This set-up code was used already.')
  await page.goto(`${server.url}/setup#AAAA-AAAA-AAAA-AAAA`)
  await page.reload()
  await fill()
  await expect(page.getByRole('alert')).toContainText('This is not the set-up code.')
})

test('a user who is added on the command line chooses a password by the link, and works', async ({ page }) => {
  const link = linkIn(lading('user', 'add', '--org', 'ACME', '--login', 'otis@acme.test', '--first', 'Otis', '--last', 'Bell'), 'welcome')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Welcome, Otis' })).toBeVisible()
  await expect(page.getByText('Acme Freight')).toBeVisible()
  await examine(page)
  await page.getByLabel('New password').fill('otis1234')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByLabel('New password').fill('nine blue trailers')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, 'otis@acme.test', 'nine blue trailers')
  await expect(page.getByRole('heading', { name: 'Welcome, Otis Bell' })).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
})

test('a suspended organization is read, and says why', async () => {
  const strip = page.getByRole('status').filter({ hasText: 'The invoice of October is open.' })
  lading('org', 'suspend', '--org', 'ACME', '--why', 'The invoice of October is open.')
  await expect(strip).toBeVisible()
  lading('org', 'resume', '--org', 'ACME')
  await expect(strip).toBeHidden()
})
