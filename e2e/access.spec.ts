import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { signIn, visit } from './kit/office'
import { openid } from './kit/openid'
import { Server } from './kit/server'
import { totp } from './kit/totp'
import { wordsOf } from './kit/words'

const server = new Server({ LADING_POSTBACK_PRIVATE: '1' }) // its sign-in service stands on this machine
test.beforeAll(() => server.start())
test.afterAll(() => server.remove())

const { step } = test
/** Who was opened for a test, and is closed after it: a tab that is left goes on asking for a server that is no more. */
const strangers: BrowserContext[] = []
const opener = (browser: Browser) => async () => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  strangers.push(context)
  return context.newPage()
}
test.afterEach(async () => {
  for (const one of strangers.splice(0)) await one.close()
})
const frame = (page: Page, words = wordsOf('en')) => page.getByRole('button', { name: words('{0}: person and device').replace('{0}', '') })

test('a wrong password is told, the right one leads to what was asked for, and everything is said in the language that is chosen', async ({
  page,
}) => {
  await step('a wrong password is told', async () => {
    await page.goto(`${server.url}/Password`)
    await signIn(page, 'office@demo.test', 'not the password')
    await expect(page.getByRole('alert')).toContainText('The user name or the password is not right.')
    await expect(page.getByLabel('User name')).toBeFocused()
    await expect(page.getByLabel('User name')).toHaveValue('office@demo.test')
  })
  await step('who asked for a page without being signed in gets there', async () => {
    await signIn(page, 'office@demo.test')
    await expect(page).toHaveURL(/\/Password$/)
    await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible()
  })
  let before = wordsOf('en')
  for (const [language, name] of [
    ['es', 'Español'],
    ['fr', 'Français'],
  ] as const)
    await step(`in ${language}, also after a reload`, async () => {
      const words = wordsOf(language)
      await frame(page, before).click()
      before = words
      await page.getByText(name, { exact: true }).click()
      await expect(page.getByRole('button', { name: words('Change'), exact: true })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await page.reload()
      await expect(page.getByRole('button', { name: words('Change'), exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: words('All saved') })).toBeVisible()
    })
  await step('whoever signs out takes the chosen language along', async () => {
    await frame(page, before).click()
    await page.getByRole('button', { name: before('Sign out'), exact: true }).click()
    await expect(page.getByLabel('User name')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test('the first dock worker makes a new device a dock device, is shown no page of others, and gets one that is opened to the group', async ({
  page,
  browser,
}) => {
  await page.goto(server.url)
  await signIn(page, 'dock@demo.test')
  await step('the own first page, on a dock device; a choice of somebody stays', async () => {
    await expect(page).toHaveURL(/\/eSignBOL/)
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('lading.appearance') ?? '{}') as { density?: string })
    await expect.poll(kept).toMatchObject({ density: 'dock' })
    await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible()
    await frame(page).click()
    await page.getByText('Office', { exact: true }).click()
    await page.reload()
    await expect(frame(page)).toBeVisible()
    expect(await kept()).toMatchObject({ density: 'office' })
  })
  await step('a page that is not open to the person warns, with a way to ask for it, and leads to the start', async () => {
    await page.goto(`${server.url}/OpenOrders`)
    const warning = page
      .getByRole('alert')
      .filter({ hasText: 'You do not have permission to access the page. Please contact support to get access' })
    await expect(warning).toBeVisible()
    await expect(warning.getByRole('button', { name: 'Write to support' })).toBeVisible()
    await expect(page).toHaveURL(/\/eSignBOL/)
  })

  const admin = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })).newPage()
  try {
    await admin.goto(`${server.url}/PageAccess`)
    await signIn(admin, 'admin@demo.test')
    await step('a page that is opened to a group is there for its users', async () => {
      await admin.getByRole('searchbox', { name: 'Find a page' }).fill('locations')
      const tick = admin.getByRole('checkbox', { name: 'Locations, Dock' })
      await expect(tick).not.toBeChecked()
      await tick.click()
      await expect(tick).toBeChecked() // by what the server answers, not by the click
      await expect(admin.getByRole('checkbox', { name: 'Locations, Administrators' })).toBeDisabled()
      await expect(async () => {
        await page.goto(`${server.url}/Locations`)
        await expect(page.getByRole('heading', { name: 'Locations', level: 1 })).toBeVisible({ timeout: 5_000 })
      }).toPass() // with the next answer of the server, which may be under way
      await tick.click()
      await expect(tick).not.toBeChecked()
    })
    await step('preferences are the own: the page to begin on, and the language', async () => {
      await visit(admin, '/Preferences')
      await expect(admin.getByRole('heading', { name: 'Preferences', level: 1 })).toBeVisible()
      const form = admin.getByRole('main')
      await form.getByRole('combobox', { name: 'First page' }).fill('Password')
      await admin.getByRole('option', { name: 'Settings › Profile › Password' }).click()
      await form.getByRole('combobox', { name: 'Language' }).click()
      await admin.getByRole('option', { name: 'Français' }).click()
      await form.getByRole('button', { name: 'Save' }).click()
      // Both come back with the own profile, as on every device of the person.
      await expect(admin.getByRole('heading', { name: 'Préférences', level: 1 })).toBeVisible()
      await admin.goto(server.url)
      await expect(admin).toHaveURL(/\/Password$/)
    })
  } finally {
    await admin.context().close()
    await server.call('admin@demo.test', 'Access/SavePreferences', { PreferredLanguage: 'en', DefaultPageID: 0, WarehouseID: '' }) // for the next tests
  }
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

test('an administrator views as another user, whose work stays untouched, and comes back', async ({ page }) => {
  await page.goto(`${server.url}/ManageUsers`)
  await signIn(page, 'admin@demo.test')
  const row = page.getByRole('row').filter({ hasText: 'office@demo.test' })
  await row.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'View as user' }).click()
  await expect(page.getByRole('heading', { name: 'View as user' })).toBeVisible()
  await expect(page.getByLabel('User', { exact: false }).first()).toHaveValue(/office@demo\.test/)
  await page.getByLabel('Reason').fill('The order screen shows an error')
  await page.getByRole('button', { name: 'View as user' }).click()
  const banner = page.getByText(/viewing as/)
  await step('the banner stands on every screen and after a reload', async () => {
    await expect(banner).toBeVisible()
    await page.goto(`${server.url}/Preferences`)
    await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible()
    await expect(banner).toBeVisible()
  })
  await step('the rows are those of the user, and a change is refused', async () => {
    await expect(page.getByRole('button', { name: 'All saved' })).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/nothing can be changed\.$/).first()).toBeVisible()
  })
  await step('back, with the list of what was seen', async () => {
    await page.getByRole('button', { name: 'Stop viewing' }).click()
    await expect(banner).toBeHidden()
    await expect(page.getByRole('table')).toContainText('The order screen shows an error')
    await expect(page.getByRole('button', { name: 'View as user' })).toBeVisible()
    await expect
      .poll(async () => {
        const kept = await page.evaluate(async () => (await indexedDB.databases()).map((d) => d.name))
        return kept.filter((name) => name?.startsWith('lading-cache-')).length
      })
      .toBe(1)
  })
})

test('a user signs in by the company’s own sign-in service, which an administrator sets up', async ({ browser }) => {
  const provider = await openid(`${server.url}/`, ['dan', 'dock@demo.test', 'Dan Dock'], ['eve', 'eve@demo.test', 'Eve Else'])
  const fresh = opener(browser)
  const there = async (page: Page, name: string) => {
    await page.locator('input[name=username]').fill(name)
    await page.locator('input[name=password]').fill(provider.password)
    await page.locator('[type=submit]').click()
  }
  await step('an administrator enters issuer, client and secret', async () => {
    const page = await fresh()
    await page.goto(`${server.url}/ManageUsers`)
    await signIn(page, 'admin@demo.test')
    await expect(page.getByRole('button', { name: 'New user' })).toBeVisible() // the sign-in page has a button of the same name
    await page.getByRole('button', { name: 'Company sign-in' }).click()
    const form = page.getByRole('dialog')
    await expect(form).toContainText(`${server.url}/?org=1`)
    await form.getByLabel('Issuer').fill(`${provider.issuer}/not-here`)
    await form.getByLabel('Client ID').fill('lading')
    await form.getByLabel('Client secret').fill(provider.secret)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toContainText('No OpenID provider answers at this address.')
    await form.getByLabel('Issuer').fill(provider.issuer)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Company sign-in saved.')).toBeVisible()
  })
  const page = await fresh()
  await step('a user goes there by the link and comes back signed in, on a device of its own', async () => {
    await page.goto(`${server.url}/?org=1`)
    await expect(page.getByLabel('Organization code')).toHaveValue('1')
    await page.getByRole('button', { name: 'Continue' }).click()
    await there(page, 'dan')
    await expect(page).toHaveURL(/\/eSignBOL/)
    await page.reload()
    await expect(page).toHaveURL(/\/eSignBOL/)
  })
  await step('who is nobody’s user is told so, and the address keeps no answer', async () => {
    const page = await fresh()
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Company sign-in' }).click()
    await page.getByLabel('Organization code').fill('1')
    await page.getByRole('button', { name: 'Continue' }).click()
    await there(page, 'eve')
    await expect(page.getByRole('alert')).toContainText('No user here has the e-mail address eve@demo.test.')
    await expect(page).toHaveURL(`${server.url}/`)
  })
  await step('an answer that this browser did not ask for lets nobody in', async () => {
    const page = await fresh()
    await page.goto(`${server.url}/?code=stolen&state=made-up`)
    await expect(page.getByRole('alert')).toContainText('This sign-in began in another tab or browser.')
  })
  provider.stop()
})

test('a second factor is set up by its user, and at the sign-in where the group requires one', async ({ browser }) => {
  const fresh = opener(browser)
  const key = async (page: Page) => {
    await page.getByText('Enter the key by hand').click()
    return page.locator('details code').innerText()
  }
  const own = await fresh()
  await own.goto(`${server.url}/Password`)
  await signIn(own, 'audit@demo.test')
  const secret = await step('one’s own, with the password again', async () => {
    await own.getByRole('button', { name: 'Set up' }).click()
    await own.getByRole('dialog').getByLabel('Current password').fill('lading-demo')
    await own.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    const secret = await key(own)
    await own.getByLabel('Code that the app shows').fill('000000')
    await own.getByRole('button', { name: 'Turn on' }).click()
    await expect(own.getByText('This code is not right.').first()).toBeVisible()
    await own.getByLabel('Code that the app shows').fill(totp(secret))
    await own.getByRole('button', { name: 'Turn on' }).click()
    await expect(own.getByText('10 recovery codes are left.')).toBeVisible()
    return secret
  })
  await step('the next sign-in takes a code', async () => {
    const page = await fresh()
    await page.goto(`${server.url}/Password`)
    await signIn(page, 'audit@demo.test')
    await page.getByLabel('Code of your app, or a recovery code').fill(totp(secret, 20))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toContainText('fast')
    await page.getByLabel('Code of your app, or a recovery code').fill(totp(secret, 1))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  })
  await step('an administrator requires it of a group, and not of the own without having one', async () => {
    const page = await fresh()
    await page.goto(`${server.url}/PageAccess`)
    await signIn(page, 'admin@demo.test')
    await page.getByLabel('Second factor required, Administrators').click()
    await expect(page.getByText('Set up your own second factor first')).toBeVisible()
    await page.getByLabel('Second factor required, Dock').click()
    await expect(page.getByLabel('Second factor required, Dock')).toBeChecked()
  })
  await step('who has none sets it up at the sign-in', async () => {
    const page = await fresh()
    await page.goto(server.url)
    await signIn(page, 'dock@demo.test')
    const secret = await key(page)
    await page.getByLabel('Code that the app shows').fill(totp(secret))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/eSignBOL/)
  })
})
