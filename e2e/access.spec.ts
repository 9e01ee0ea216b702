import { expect, type Page, test } from '@playwright/test'
import { signIn } from './kit/office'
import { Server } from './kit/server'
import { wordsOf } from './kit/words'

const server = new Server()
test.beforeAll(() => server.start())
test.afterAll(() => server.remove())

const frame = (page: Page) => page.getByRole('button', { name: /person and device/ })

test('a wrong password is told, the right one opens the own first page', async ({ page }) => {
  await page.goto(server.url)
  await signIn(page, 'office@demo.test', 'not the password')
  await expect(page.getByRole('alert')).toContainText('The user name or the password is not right.')
  await expect(page.getByLabel('User name')).toBeFocused()
  await expect(page.getByLabel('User name')).toHaveValue('office@demo.test')

  await signIn(page, 'office@demo.test')

  await expect(page).toHaveURL(/\/OpenOrders/)
})

test('the password can be looked at', async ({ page }) => {
  await page.goto(server.url)
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('lading-demo')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(field).toHaveAttribute('type', 'password')
})

test('who asks for a page without being signed in gets there after it', async ({ page }) => {
  await page.goto(`${server.url}/Password`)
  await expect(page.getByLabel('User name')).toBeVisible()
  await signIn(page, 'office@demo.test')
  await expect(page).toHaveURL(/\/Password$/)
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible()
})

test('a page that is not open to the person warns, with a way to ask for it, and leads to the start', async ({ page }) => {
  await page.goto(`${server.url}/OpenOrders`)
  await signIn(page, 'dock2@demo.test')
  await expect(frame(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible()
  await page.goto(`${server.url}/OpenOrders`)
  const warning = page
    .getByRole('alert')
    .filter({ hasText: 'You do not have permission to access the page. Please contact support to get access' })
  await expect(warning).toBeVisible()
  await expect(warning.getByRole('button', { name: 'Write to support' })).toBeVisible()
  await expect(page).toHaveURL(/\/eSignBOL/)
})

test('the first dock worker makes a new device a dock device; a choice of somebody stays', async ({ page }) => {
  await page.goto(server.url)
  await signIn(page, 'dock@demo.test')
  await expect(page).toHaveURL(/\/eSignBOL/)
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('lading.appearance') ?? '{}') as { density?: string })
  await expect.poll(kept).toMatchObject({ density: 'dock' })

  await frame(page).click()
  await page.getByText('Office', { exact: true }).click()
  await page.reload()
  await expect(frame(page)).toBeVisible()
  expect(await kept()).toMatchObject({ density: 'office' })
})

test('a new person fills in the profile, agrees, and goes on to what was asked for', async ({ page }) => {
  await server.call('admin@demo.test', 'LogIn/UserManagement', {
    actions: 2,
    UserName: 'nora@demo.test',
    Password: 'given-to-nora-1',
    FirstName: 'Nora',
    LastName: 'Quill',
    Email: 'nora@demo.test',
    GroupID: 'office',
  })
  await page.goto(`${server.url}/Password`)
  await signIn(page, 'nora@demo.test', 'given-to-nora-1')
  await expect(page).toHaveURL(/\/Profile$/)
  await expect(page.getByRole('heading', { name: 'Welcome, Nora Quill' })).toBeVisible()

  await page.getByLabel('Temporary password').fill('given-to-nora-1')
  await page.getByLabel('New password').fill('four ordinary words here')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('I have read this and agree')

  await page.getByRole('switch', { name: 'I have read this and agree' }).check({ force: true })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/Password$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible()
})

for (const language of ['es', 'fr'] as const)
  test(`everything is said in ${language} once it is chosen, also after a reload`, async ({ page }) => {
    const words = wordsOf(language)
    await page.goto(`${server.url}/Password`)
    await signIn(page, 'office@demo.test')
    await frame(page).click()
    await page.getByText({ es: 'Español', fr: 'Français' }[language]).click()
    await expect(page.getByRole('button', { name: words('Change'), exact: true })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await page.reload()
    await expect(page.getByRole('button', { name: words('Change'), exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: words('All saved') })).toBeVisible()
  })

test('a page that is opened to a group is there for its users', async ({ page }) => {
  await page.goto(`${server.url}/PageAccess`)
  await signIn(page, 'admin@demo.test')
  await page.getByRole('searchbox', { name: 'Find a page' }).fill('locations')
  const tick = page.getByRole('checkbox', { name: 'Locations, Dock' })
  await expect(tick).not.toBeChecked()
  await tick.click()
  await expect(tick).toBeChecked() // by what the server answers, not by the click
  await expect(page.getByRole('checkbox', { name: 'Locations, Administrators' })).toBeDisabled()

  const dock = await (await page.context().browser()?.newContext())?.newPage()
  if (!dock) throw new Error('no browser')
  await dock.goto(`${server.url}/Locations`)
  await signIn(dock, 'dock2@demo.test')
  await expect(dock.getByRole('heading', { name: 'Locations', level: 1 })).toBeVisible()
  await tick.click()
  await expect(tick).not.toBeChecked()
  await dock.context().close()
})

test('preferences are the own: the page to begin on, and the language', async ({ page }) => {
  await page.goto(`${server.url}/Preferences`)
  await signIn(page, 'admin@demo.test')
  await expect(page.getByRole('heading', { name: 'Preferences', level: 1 })).toBeVisible()
  const form = page.getByRole('main')
  await form.getByRole('combobox', { name: 'First page' }).fill('Password')
  await page.getByRole('option', { name: 'Settings › Profile › Password' }).click()
  await form.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Français' }).click()
  await form.getByRole('button', { name: 'Save' }).click()

  // Both come back with the own profile, as on every device of the person.
  await expect(page.getByRole('heading', { name: 'Préférences', level: 1 })).toBeVisible()
  await page.goto(server.url)
  await expect(page).toHaveURL(/\/Password$/)
})
