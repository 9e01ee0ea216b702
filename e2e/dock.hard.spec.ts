import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { Device } from './kit/browser'
import { draw, freshLoad, type } from './kit/load'
import { Server } from './kit/server'

// A tablet on a bad day, with a profile on disk and a browser that is killed.

/** Ends every process of a browser at once, as a flat battery does. */
const kill = (dir: string) => {
  const pids = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
    .split('\n')
    .filter((line) => line.includes(`--user-data-dir=${dir}`))
    .map((line) => Number.parseInt(line, 10))
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // it went with its parent
    }
}

test('what was begun is there after a flat battery, a label signs nothing, and Back closes the panel alone', async () => {
  test.setTimeout(120_000)
  const server = new Server()
  await server.start()
  const dock = new Device(server.url, { width: 1280, height: 800 })
  dock.keeps = false
  try {
    await dock.open()
    await dock.signIn('dock@demo.test')
    const [one] = await freshLoad(dock.page)
    if (!one) throw new Error('no load waits')

    // The panel, and Back.
    await dock.page.goto(`${server.url}/eSignBOL/load/${one.shipmentId}`)
    await expect(dock.page.getByRole('button', { name: 'Short', exact: true })).toBeVisible()
    await type(dock.page, one.lpn)
    await dock.page.getByRole('button', { name: /^Damage/ }).click()
    await dock.page.getByLabel('What is damaged').fill('corner crushed')
    const choosing = dock.page.waitForEvent('filechooser')
    await dock.page.getByRole('button', { name: 'Choose a picture' }).click()
    await (await choosing).setFiles('web/public/icons/512.png')
    await expect(dock.page.getByRole('dialog').locator('img')).toBeVisible()
    await dock.page.goBack()
    await expect(dock.page.getByRole('dialog')).toHaveCount(0)
    await expect(dock.page).toHaveURL(new RegExp(`/eSignBOL/load/${one.shipmentId}`))

    // Strokes and a name, a label in the middle of it, and the battery is flat.
    await dock.page.goto(`${server.url}/Sign?load=${one.shipmentId}`)
    await draw(dock.page)
    const name = dock.page.getByLabel('Name', { exact: true })
    await name.fill('Ada Driver')
    await name.focus()
    await type(dock.page, one.lpn)
    await expect(dock.page.getByText('This screen takes no labels. Nothing was changed.')).toBeVisible()
    await expect(name).toHaveValue('Ada Driver')
    kill(dock.dir)
    await dock.context.close().catch(() => {})

    await dock.open(`/Sign?load=${one.shipmentId}`)
    await expect(dock.page.getByLabel('Name', { exact: true })).toHaveValue('Ada Driver')
    await expect(dock.page.getByRole('img', { name: /^Sign here/ })).toHaveAttribute('data-signed', 'true')
    await dock.page.goto(`${server.url}/eSignBOL/load/${one.shipmentId}?panel=damage&pallet=${one.id}`)
    await expect(dock.page.getByLabel('What is damaged')).toHaveValue('corner crushed')
    await expect(dock.page.getByRole('button', { name: 'Leave photo 1 out' })).toBeVisible() // its picture, or its sign where it was sent already

    // Saved now, the photo reaches the server with it.
    await dock.page.getByRole('button', { name: 'Note the damage' }).click()
    await expect(dock.page.getByRole('dialog')).toHaveCount(0)
    const noted = async () => {
      const pallets = (await server.call('office@demo.test', 'DockView/GetLpnNumbers', { ShipmentId: one.shipmentId })) as {
        id: string
        note: string
        photos: string[]
      }[]
      return pallets.find((p) => p.id === one.id)
    }
    await expect.poll(async () => (await noted())?.photos.length, { timeout: 30_000 }).toBe(1)
    const photo = (await noted())?.photos[0]
    const office = await server.token('office@demo.test')
    const held = async () => (await fetch(`${server.url}/api/blob/${photo}`, { headers: { Authorization: `Bearer ${office}` } })).status
    await expect.poll(held, { timeout: 30_000 }).toBe(200)

    // At sign-out what is begun goes.
    await dock.page.getByRole('button', { name: /person and device/ }).click()
    await dock.page.getByRole('button', { name: 'Sign out', exact: true }).click()
    const sure = dock.page.getByRole('button', { name: 'Sign out anyway' })
    const user = dock.page.getByLabel('User name')
    await expect(sure.or(user)).toBeVisible()
    if (await sure.isVisible()) await sure.click()
    await dock.signIn('dock@demo.test')
    await dock.page.goto(`${server.url}/Sign?load=${one.shipmentId}`)
    await expect(dock.page.getByRole('img', { name: /^Sign here/ })).not.toHaveAttribute('data-signed', 'true')
  } finally {
    await dock.close()
    await server.remove()
  }
})
