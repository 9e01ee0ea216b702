import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { kept } from '../kit/installed'
import { signIn } from '../kit/office'
import { Machine, readme } from './bare'

// A machine with nothing but Debian: the package is installed by what the README says, and somebody signs in by HTTPS.

const person = 'ada@acme.test'
const password = 'seven grey pallets'

/** Types what the README says, and gives the link to the set-up that stands at the end of it. */
function follow(machine: Machine, way: string, more: string[] = []): string {
  const lines = readme(way)
  lines.splice(1, 0, ...more.map((setting) => `echo ${setting} | sudo tee -a /var/lib/lading/lading.env`))
  const said = lines.map((line) => machine.type(line)).join('')
  const link = /link {2}(\S+)/.exec(said)?.[1]
  if (!link) throw new Error(`no link in:\n${said}\n${machine.type('journalctl -u lading --no-pager')}`)
  return link
}

/** The first organization and its administrator, who signs in. */
async function setUp(page: Page) {
  await page.getByLabel('Name', { exact: true }).fill('Acme Freight')
  await page.getByLabel('Time zone').selectOption('America/Chicago')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Moreno')
  await page.getByLabel('E-mail').fill(person)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, person, password)
  await expect(page.getByRole('button', { name: 'Ada Moreno: person and device' })).toBeVisible()
}

const tab = (context: BrowserContext) => context.pages()[0] ?? context.newPage()

/** Why a browser does not open an address; empty where it does. */
async function refusal(context: BrowserContext, url: string): Promise<string> {
  const page = await context.newPage()
  try {
    await page.goto(url)
    return ''
  } catch (err) {
    return /ERR_\w+/.exec(String(err))?.[0] ?? String(err)
  } finally {
    await page.close()
  }
}

/** Says how long it took from the package to somebody who is signed in. */
function told(way: string, began: number) {
  console.log(`${way}: ${((Date.now() - began) / 60_000).toFixed(1)} minutes from the package to the first sign-in`)
  expect(Date.now() - began).toBeLessThan(5 * 60_000)
}

test('a public name: the package is installed, a certificate obtained, and the first administrator signs in by it', async () => {
  const machine = new Machine('tms')
  try {
    await machine.boot()
    const authority = await machine.authority()
    const began = Date.now()
    const link = follow(machine, 'With a public name:', [`LADING_ACME_CA=${authority}`, 'LADING_ACME_ROOTS=/srv/authority/directory.pem'])
    expect(new URL(link).origin).toBe('https://tms.example.com')
    const names = { 'tms.example.com': machine.address }

    const stranger = await machine.browser('stranger', names)
    await expect.poll(() => refusal(stranger, link)).toBe('ERR_CERT_AUTHORITY_INVALID') // the certificate is there, and of an authority unknown to it
    const page = await tab(await machine.browser('office', names, [join(machine.dir, 'authority/issued.pem')]))
    await page.goto(link.replace('https:', 'http:'))
    expect(page.url().split('#')[0]).toBe('https://tms.example.com/setup')
    await setUp(page)
    await page.evaluate(kept)
    told('a public name', began)

    // The service, as systemd has it.
    expect(machine.type('lading version')).toMatch(/^\S+ \(\d{4}-\d\d-\d\d\)\n$/)
    expect(machine.type('sudo lading service status')).toContain('the service runs')
    expect(machine.refused('sudo lading service install')).toContain('the service is there already')
    expect(machine.refused('sudo -u lading lading service stop')).toContain("root's rights are needed")
    const process = () => machine.type('systemctl show lading -p MainPID --value').trim()
    const before = process()
    machine.type(`kill -9 ${before}`)
    await expect.poll(process).not.toMatch(new RegExp(`^(0|${before})$`))
    const answers = () =>
      page.evaluate(() =>
        fetch('/readyz').then(
          (r) => r.status,
          () => 0,
        ),
      )
    await expect.poll(answers).toBe(200)
    machine.type('sudo lading service stop')
    expect(machine.type('sudo lading service do org list')).toContain('ACME') // by root, who leaves nothing that the service cannot open
    machine.type('sudo lading service start && sudo lading service stop')
    expect(machine.type('systemctl show lading -p Result -p ExecMainStatus')).toBe('Result=success\nExecMainStatus=0\n')
    machine.type('sudo apt-get remove -y lading')
    expect(machine.type('ls /var/lib/lading')).toContain('lading.secret')
  } finally {
    await machine.remove()
  }
})

test('no public name: a browser that was shown the authority by the trust page is signed in, and starts without a network', async () => {
  const machine = new Machine('dockside')
  try {
    await machine.boot()
    const began = Date.now()
    const link = follow(machine, 'Without one, on a local network:')
    expect(new URL(link).origin).toBe('https://dockside.local')
    const names = { 'dockside.local': machine.address }

    const untold = await machine.browser('tablet', names)
    const trust = await tab(untold)
    expect(await refusal(untold, link)).toBe('ERR_CERT_AUTHORITY_INVALID')
    await trust.goto('http://dockside.local/trust')
    await expect(trust.getByRole('status')).toContainText(/^This device does not trust the server yet/)
    const print = /fingerprint \(SHA-256\) is ([0-9A-F:]{95})/.exec(machine.type('journalctl -u lading --no-pager'))?.[1] ?? 'none'
    await expect(trust.getByText(print)).toBeVisible()
    const [file] = await Promise.all([
      trust.waitForEvent('download'),
      trust.getByRole('link', { name: 'Download the certificate' }).filter({ visible: true }).click(),
    ])
    const authority = join(machine.dir, 'lading-authority.crt')
    await file.saveAs(authority)
    await untold.close()

    const tablet = await machine.browser('tablet', names, [authority])
    const page = await tab(tablet)
    await page.goto('http://dockside.local/trust')
    await expect(page.getByRole('status')).toContainText('This device trusts the server.')
    await page.getByRole('link', { name: 'Open Lading' }).click()
    await expect(page).toHaveURL(/^https:\/\/dockside\.local\//)
    await page.goto(link)
    await setUp(page)
    await page.evaluate(kept)
    told('no public name', began)
    await tablet.close()

    machine.type('sudo lading service stop')
    const offline = await tab(await machine.browser('tablet', names))
    await offline.goto('https://dockside.local/')
    await expect(offline.getByRole('button', { name: 'Ada Moreno: person and device' })).toBeVisible()
  } finally {
    await machine.remove()
  }
})
