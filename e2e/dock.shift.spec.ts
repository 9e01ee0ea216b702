import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Device } from './kit/browser'
import { draw, keepWeight, type } from './kit/load'
import { picture } from './kit/picture'
import { LabelPrinter, PrintComputer, Scale } from './kit/printer'
import { YardNetwork } from './kit/proxy'
import { codeOn } from './kit/qr'
import { freePort, Server } from './kit/server'
import { rowOf, rowsBy, rowsOf } from './kit/store'

// A whole shift, 06:00 to 14:00 on a clock of its own: five trucks, two tablets, a driver's phone, a label printer; the network is off from the
// start and comes back twice, and everything that goes wrong on a dock goes wrong once. At the end the server, the tablets and the evidence agree.

interface Load {
  id: string
  bol: string
  door: string
  state: string
  totalPallets: number
  orders: string[]
}
interface Pallet {
  id: string
  shipmentId: string
  lpn: string
  sscc: string
  state: string
  scannedAt: string | null
  weight: { milli: number; unit: string }
}
interface Event {
  n: number
  kind: string
  at: string
  device: string
  data: Record<string, unknown>
}

/** Yesterday, so that nothing on this machine is ahead of it; and still the same day when this machine's midnight passes meanwhile. */
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
/** The shift's time as milliseconds. */
const on = (time: string) => Date.parse(`${day}T${time}:00Z`)

/** The soak has two trucks more, whose drivers sign on their own phones; otherwise dock.phone.spec.ts alone shows that. */
const long = !!process.env.LADING_SOAK

test('a shift on the dock, from six to two', async () => {
  test.setTimeout(600_000)
  let now = on('05:50')
  const server = new Server({ LADING_CLOCK_AHEAD: `${now - Date.now()}ms` })
  await server.start()
  const yard = new YardNetwork(() => server.port)
  await yard.start()
  const a = new Device(yard.url, { width: 1280, height: 800 })
  const b = new Device(yard.url, { width: 820, height: 1180 })
  const phone = new Device(server.url, { width: 390, height: 844 })
  const office = new Device(server.url, { width: 1280, height: 800 })
  const printer = new LabelPrinter()
  const scale = new Scale()
  await scale.start()
  const computer = new PrintComputer(server.dir, await freePort(), ['--scale', `tcp://127.0.0.1:${scale.port}`])
  /** What the server's clock says; nobody hears it while the network is off. */
  let told = now
  const tellServer = async () => {
    if (told === now) return
    told = now
    await server.stop('SIGTERM')
    server.env.LADING_CLOCK_AHEAD = `${now - Date.now()}ms`
    await server.start()
  }
  /** The time goes on for everybody: the tabs' timers of the time between run, and the server's clock is set anew. */
  const until = async (time: string) => {
    const ms = on(time) - now
    now = on(time)
    if (!yard.down) await tellServer()
    for (const d of [a, b, phone, office]) if (d.context) await d.context.clock.fastForward(ms)
  }
  const network = async (up: boolean) => {
    if (up) await tellServer()
    yard.down = !up
    yard.cut()
    if (up) for (const d of [a, b]) await d.backOnline()
  }
  const details = async (load: Load) =>
    (await server.call('office@demo.test', 'Shipment/ShipmentDetails', { ShipmentId: load.id })) as {
      Shipment: { status: string }
      Events: Event[]
    }
  const palletsOf = (load: Load) => server.call('dock@demo.test', 'DockView/GetLpnNumbers', { ShipmentId: load.id }) as Promise<Pallet[]>
  /** A transfer that was cut off waits for its next try; that the network is there again is told to the browser until all has gone out. */
  const saved = (d: Device) =>
    expect(async () => {
      await d.backOnline()
      await expect(d.page.getByRole('button', { name: d.words('All saved') })).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 60_000 })

  const goTo = async (d: Device, load: Load) => {
    await d.page.goto(`${yard.url}/eSignBOL/load/${load.id}`)
    await expect(d.page.getByRole('button', { name: d.words('Short'), exact: true })).toBeVisible()
  }
  const loaded = async (d: Device, pallets: Pallet[]) => {
    const rows = await Promise.all(pallets.map((p) => rowOf<Pallet>(d.page, 'dock_pallet', p.id)))
    return rows.filter((r) => r?.scannedAt).length
  }
  const scanAll = async (d: Device, pallets: Pallet[]) => {
    await type(d.page, ...pallets.map((p) => (p.sscc ? `00${p.sscc}` : p.lpn)))
    await expect.poll(() => loaded(d, pallets), { timeout: 60_000 }).toBe(pallets.length)
  }
  const refused = (d: Device, line: string | RegExp) => expect(d.page.getByRole('alert').filter({ hasText: line }).first()).toBeVisible()
  const close = async (d: Device, seal: string) => {
    const { page, words: w } = d
    await page.getByRole('button', { name: w('Done ▸ Seal') }).click()
    await page.getByRole('textbox', { name: w('Seal'), exact: true }).fill(seal)
    await page.getByRole('textbox', { name: w('Trailer'), exact: true }).fill(`T${seal}`)
    await page.getByRole('button', { name: w('Close with this seal') }).click()
  }
  const driver = async (d: Device, name: string) => {
    const { page, words: w } = d
    await page.getByRole('textbox', { name: w('Name'), exact: true }).fill(name)
    await page.getByRole('button', { name: w('Save ▸ Sign') }).click()
    await expect(page).toHaveURL(/\/Sign/)
  }
  const signs = async (d: Device) => {
    await draw(d.page)
    await d.page.getByRole('button', { name: d.words('Sign'), exact: true }).click()
  }

  try {
    // ---- 05:50, before the trucks: everybody signs in, the printer is set up, then the network goes
    await printer.start()
    const waiting = (await server.call('dock@demo.test', 'DockView/GetShipmentList', { States: ['waiting'] })) as Load[]
    const trucks = waiting.filter((l) => l.totalPallets > 2 && l.orders.length > 0).slice(0, 5)
    const [one, two, three, four, five] = trucks
    if (!one || !two || !three || !four || !five) throw new Error(`only ${trucks.length} trucks`)
    /** Trucks that leave with their bill signed. */
    const gone = long ? [one, two, three, four] : [one, two]
    const pallets = new Map<string, Pallet[]>()
    for (const t of trucks) pallets.set(t.id, await palletsOf(t))
    const of = (t: Load) => pallets.get(t.id) ?? []
    const far = (await server.call('admin@demo.test', 'DockView/GetShipmentList', { Warehouse: 'DAL', States: ['waiting'] })) as Load[]
    const stranger = far[0]
      ? ((await server.call('admin@demo.test', 'DockView/GetLpnNumbers', { ShipmentId: far[0].id })) as Pallet[])[0]
      : undefined
    if (!stranger) throw new Error('no pallet of another warehouse')

    for (const d of [a, b]) {
      await d.open('/', { clock: now })
      await d.signIn('dock@demo.test')
      await d.ready()
      await expect.poll(() => rowsOf<Load>(d.page, 'dock_shipment').then((l) => l.length), { timeout: 60_000 }).toBeGreaterThan(4)
    }
    const { text } = (await server.call('admin@demo.test', 'Printing/Pair', {
      Warehouse: 'ATL',
      Name: 'Dock office',
      Origin: yard.url,
    })) as {
      text: string
    }
    computer.start(text)
    for (const d of [a, b]) await expect.poll(() => rowsOf(d.page, 'document_agent'), { timeout: 60_000 }).toMatchObject([{ scale: true }])
    const [agent] = await rowsOf<{ id: string }>(a.page, 'document_agent')
    await server.call('admin@demo.test', 'Printing/SavePrinter', {
      Agent: agent?.id,
      Name: 'Zebra',
      Address: `raw://127.0.0.1:${printer.port}`,
      Format: 'zpl',
      Dots: 8,
      Papers: { 'pallet-label': 1 },
    })
    for (const d of [a, b]) await expect.poll(async () => (await rowsOf(d.page, 'document_printer')).length, { timeout: 60_000 }).toBe(1)
    await goTo(a, one)
    await goTo(b, two)
    await network(false)

    // ---- 06:00, truck one, at the first tablet
    await until('06:05')
    const [first, ...rest] = of(one)
    if (!first) throw new Error('no pallet')
    await type(a.page, stranger.lpn)
    await refused(a, 'No pallet here has this number') // of another warehouse
    const damaged = first.sscc.slice(0, -1) + ((Number(first.sscc.at(-1)) + 1) % 10)
    await type(a.page, `00${damaged}`)
    await refused(a, 'Unreadable label') // a digit of the code is wrong
    await type(a.page, ...Array.from({ length: 50 }, (_, i) => `00${(i % 2 ? first : (rest[0] ?? first)).sscc}`)) // fifty in a second
    await expect.poll(() => loaded(a, of(one)), { timeout: 30_000 }).toBe(2)
    await scanAll(a, of(one))
    await goTo(a, two)
    await type(a.page, `00${first.sscc}`) // it is on another trailer already
    await refused(a, /Belongs to/)

    // labels, which the server knows nothing of yet; in the soak the printer is off first, then has no paper
    if (long) await printer.stop()
    await goTo(a, one)
    await a.page.getByRole('button', { name: 'Print', exact: true }).click()
    const print = a.page.getByRole('dialog', { name: 'Print', exact: true })
    await print.getByText('Pallet labels', { exact: true }).click()
    await print.getByRole('button', { name: 'Print', exact: true }).click()
    if (long) {
      await expect(
        print.getByText('Zebra does not answer. Switch it on and check its cable; it is tried again by itself.').first(),
      ).toBeVisible()
      printer.paper = false
      await printer.start()
      await expect(print.getByText('Zebra is out of paper. Put some in; it goes on by itself.').first()).toBeVisible({ timeout: 60_000 })
      printer.paper = true
    }
    await expect.poll(() => printer.labels.length, { timeout: 60_000 }).toBe(1)
    await print.getByRole('button', { name: 'Close' }).click()

    await close(a, '48213')
    await driver(a, 'Ada Ortiz')
    await signs(a)
    await expect(a.page.getByText(/^Signed\. Kept on this tablet/)).toBeVisible()

    // ---- 06:40, truck two at the second tablet, and one pallet of it scanned at both
    await until('06:40')
    await goTo(a, two)
    const [both] = of(two)
    if (!both) throw new Error('no pallet')
    await type(a.page, both.lpn)
    await expect.poll(() => loaded(a, of(two))).toBe(1)
    await scanAll(b, of(two))
    // a damage with a photo, whose transfer will be cut off
    await type(b.page, both.lpn)
    await b.page.getByRole('button', { name: b.words('Damage + photo') }).click()
    const [chooser] = await Promise.all([
      b.page.waitForEvent('filechooser'),
      b.page.getByRole('button', { name: b.words('Choose a picture') }).click(),
    ])
    await chooser.setFiles(join(process.cwd(), 'web/public/icons/512.png'))
    await expect(b.page.getByRole('dialog').locator('img')).toBeVisible()
    await b.page.getByRole('button', { name: b.words('Note the damage') }).click()
    await expect(b.page.getByRole('dialog')).toBeHidden()
    // its weight is asked of a scale that somebody has unplugged, and typed
    await scale.stop()
    await b.page.goto(`${yard.url}/eSignBOL/load/${two.id}?panel=weigh&pallet=${both.id}`)
    const weight = b.page.getByRole('dialog', { name: 'Weight' })
    await weight.getByRole('button', { name: 'Weigh', exact: true }).click()
    await expect(weight.getByRole('alert')).toContainText('The scale does not answer.')
    await weight.getByLabel('Weight, lb').fill('500')
    await keepWeight(weight)
    await close(b, '48214')
    await driver(b, 'Luis Vega')
    await signs(b)

    // ---- 07:30, the network is back for the first time
    await until('07:30')
    yard.cutUploads = 2
    await network(true)
    await saved(a)
    await saved(b)
    expect(yard.cutUploads).toBe(0)
    for (const t of [one, two]) await expect.poll(async () => (await details(t)).Events.filter((e) => e.kind === 'signed').length).toBe(1)
    expect((await palletsOf(two)).filter((p) => p.scannedAt)).toHaveLength(of(two).length)
    expect((await palletsOf(two)).find((p) => p.id === both.id)?.weight).toEqual({ milli: 500_000, unit: 'lb' })

    if (long) {
      // ---- 08:10, truck three: the driver's own phone, by a link
      await until('08:10')
      await goTo(a, three)
      await scanAll(a, of(three))
      await close(a, '48215')
      await driver(a, 'Maya Chen')
      await a.page.getByRole('button', { name: 'On my own phone' }).click()
      const address = (await codeOn(a.page, "Code for the driver's phone")).replace(yard.url, server.url)
      await phone.open(address.slice(server.url.length), { clock: now })
      const p = phone.page
      await draw(p)
      await p.getByLabel('Name').fill('Maya Chen')
      await p.getByRole('button', { name: 'Sign', exact: true }).click()
      await expect(p.getByText('Signed. Thank you.')).toBeVisible()
      await expect(a.page.getByText(/^Signed/).first()).toBeVisible()
      await p.reload()
      await expect(p.getByRole('alert')).toContainText('This link was used already') // twice

      // ---- truck four: the driver takes the link to breakfast; it is too old then, and the tablet makes another
      await goTo(a, four)
      await scanAll(a, of(four))
      await close(a, '48216')
      await driver(a, 'Omar Haddad')
      await a.page.getByRole('button', { name: 'On my own phone' }).click()
      const old = (await codeOn(a.page, "Code for the driver's phone")).replace(yard.url, server.url)
      await until('09:00')
      await p.goto(old)
      await expect(p.getByRole('alert')).toContainText('This link has expired')
      await a.page.goto(`${yard.url}/Sign?load=${four.id}`)
      await a.page.getByRole('button', { name: 'On my own phone' }).click()
      const anew = (await codeOn(a.page, "Code for the driver's phone")).replace(yard.url, server.url)
      expect(anew).not.toBe(old)
      await p.goto(anew)
      await draw(p)
      await p.getByLabel('Name').fill('Omar Haddad')
      await p.getByRole('button', { name: 'Sign', exact: true }).click()
      await expect(p.getByText('Signed. Thank you.')).toBeVisible()
    }

    // ---- 09:30, the network goes again; the office voids truck five while the dock loads it and has it signed
    await until('09:30')
    await goTo(b, five)
    await network(false)
    await scanAll(b, of(five))
    await server.call('office@demo.test', 'Shipment/Void', { ShipmentId: five.id, Reason: 'the customer withdrew the order' })
    await close(b, '48217')
    await driver(b, 'Ines Prado')
    await signs(b)

    // ---- 11:45, back for the second time: the signature cannot count, and says so where the worker looks
    await until('11:45')
    await network(true)
    const chip = b.page.getByRole('button', { name: new RegExp(b.words('Needs attention')) })
    await expect(chip).toBeVisible()
    await b.page.goto(`${yard.url}/NeedsAttention`)
    await expect(
      b.page
        .getByRole('list', { name: b.words('Rejected work') })
        .getByRole('listitem')
        .first(),
    ).toBeVisible()
    await picture(b.page, 'attention')
    expect((await details(five)).Events.filter((e) => e.kind === 'signed')).toHaveLength(0)

    // ---- 14:00, the end: server, tablets and evidence agree
    await until('14:00')
    await saved(a)
    for (const d of [a, b]) {
      for (const t of gone) {
        const server_ = (await palletsOf(t)).map((x) => [x.id, x.state, !!x.scannedAt]).sort()
        await expect
          .poll(async () =>
            (await rowsBy<Pallet>(d.page, 'dock_pallet', 'shipmentId', { is: t.id })).map((x) => [x.id, x.state, !!x.scannedAt]).sort(),
          )
          .toEqual(server_)
      }
    }
    expect(yard.applied.mutations).toBe(yard.applied.runs)
    for (const t of gone) {
      const { Events } = await details(t)
      expect(Events.filter((e) => e.kind === 'signed')).toHaveLength(1)
      expect(Events.filter((e) => e.kind === 'pallet-loaded')).toHaveLength(of(t).length)
      for (const e of Events.filter((e) => e.device)) {
        expect(Date.parse(e.at)).toBeGreaterThanOrEqual(on('05:50'))
        expect(Date.parse(e.at)).toBeLessThanOrEqual(on('14:10'))
      }
      const file = await fetch(`${server.url}/api/Document/Evidence`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${await server.token('office@demo.test')}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ ShipmentId: t.id }),
      })
      expect(file.status).toBe(200)
      const path = join(server.dir, `${t.bol}.zip`)
      writeFileSync(path, Buffer.from(await file.arrayBuffer()))
      execFileSync(join(process.cwd(), 'bin/lading'), ['verify', path]) // throws unless it verifies
    }
    expect(printer.labels).toHaveLength(1)
    expect([...a.troubles, ...b.troubles, ...phone.troubles]).toEqual([])
  } catch (err) {
    for (const [name, d] of Object.entries({ a, b, phone }))
      await d.page?.screenshot({ path: test.info().outputPath(`${name}.png`) }).catch(() => {})
    console.log(computer.log.slice(-2000))
    throw err
  } finally {
    for (const d of [a, b, phone, office]) if (d.context) await d.close()
    await computer.stop()
    await printer.stop()
    await scale.stop()
    await yard.stop()
    await server.remove()
  }
})
