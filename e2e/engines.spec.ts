import { writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { built } from './kit/built'
import type { Driver } from './kit/driver'
import { firefox } from './kit/firefox'
import type { Load as Row } from './kit/floor'
import { button, field, Hands } from './kit/hands'
import { kept } from './kit/installed'
import { type Pallet, wedge } from './kit/load'
import { Server } from './kit/server'
import { Encrypted } from './kit/tls'
import { webkit } from './kit/webkit'

// The main paths in the two other engines, by HTTPS as people have it: what is an engine's own (its calendar, its stores, its workers, its pointers) shows there or nowhere.

interface Load extends Row {
  hazmat: string[]
  temperature: string
}

let server: Server
let front: Encrypted
let driver: Driver
let hands: Hands

async function come(launch: () => Promise<Driver>) {
  server = new Server()
  front = new Encrypted(server)
  ;[driver] = await Promise.all([launch(), server.start(), front.start()])
  hands = new Hands(driver, front.url)
}
test.afterEach(async () => {
  if (test.info().errors.length > 0 && driver) {
    writeFileSync(test.info().outputPath('screen.png'), await driver.picture())
    writeFileSync(test.info().outputPath('console.txt'), (await driver.troubles()).join('\n'))
  }
  await driver?.close()
  await front?.close()
  await server?.remove()
})

for (const [name, launch] of Object.entries({ WebKit: webkit, Firefox: firefox })) {
  test(`${name}: a load is scanned and signed without a server, and reaches it once`, async () => {
    await come(launch)
    const dock = <T>(path: string, req: unknown = {}) => server.call('dock@demo.test', path, req) as Promise<T>
    await driver.goto(front.url)
    await driver.run(watchForNewer)
    await hands.signIn('dock@demo.test')
    await driver.run(kept)

    // ---- the board shows what waits
    const waits = (await dock<Load[]>('DockView/GetShipmentList', { States: ['waiting'] })).filter(
      (l) => l.loadedPallets === 0 && l.totalPallets > 1 && l.hazmat.length === 0 && !l.temperature,
    )
    let load: Load | undefined
    await expect
      .poll(
        async () => {
          const shown = new Set(await driver.run(loadsShown))
          ;[load] = waits.filter((l) => shown.has(l.id)).sort((a, b) => a.totalPallets - b.totalPallets)
          return load?.id
        },
        { message: 'a load that waits is on the board' },
      )
      .toBeTruthy()
    if (!load) return // it has been found
    const { id } = load
    const pallets = () => dock<Pallet[]>('DockView/GetLpnNumbers', { ShipmentId: id })
    const mine = await pallets()
    const loads = await driver.run(loadsShown)
    expect(await driver.run(newerSeen), 'nothing is newer than what was just fetched').toBe(false)

    // ---- the server is gone, and the tab begins anew
    await server.stop('SIGKILL')
    await driver.reload()
    await expect.poll(() => driver.run(loadsShown), { message: 'the board without a server' }).toEqual(loads)
    await hands.press({ css: `a[href$="/eSignBOL/load/${id}"]` })
    const [first, ...rest] = mine
    if (!first) throw new Error('no pallets')
    await hands.press(field('Label, or its last digits'))
    await driver.type(`${first.lpn}\n`)
    await hands.reads(`1 of ${mine.length}`)
    await driver.run(() => (document.activeElement as HTMLElement | null)?.blur()) // a scanner types into nothing
    await driver.run(
      wedge,
      rest.map((p) => p.lpn),
    )
    await hands.reads(`${mine.length} of ${mine.length}`)

    // ---- seal, driver, signature
    await hands.press(button('Done ▸ Seal'))
    await hands.fill('Seal', '48213')
    await hands.fill('Trailer', '53021')
    await hands.press(button('Close with this seal'))
    await hands.fill('Name', 'Ada Ortiz')
    await hands.press(button('Save ▸ Sign'))
    await hands.sign()
    await hands.press(button('Sign'))
    await hands.reads('Kept on this tablet; will be sent when there is Wi-Fi.')

    // ---- and back: all of it is there once
    await server.start()
    await driver.run(() => void dispatchEvent(new Event('online')))
    await hands.sees(button('All saved'))
    const { Events } = (await server.call('office@demo.test', 'Shipment/ShipmentDetails', { ShipmentId: id })) as {
      Events: { kind: string }[]
    }
    const count = (...kinds: string[]) => Events.filter((e) => kinds.includes(e.kind)).length
    expect(count('signed')).toBe(1)
    expect(count('pallet-loaded', 'loaded')).toBe(mine.length)
    expect((await pallets()).every((p) => p.scannedAt)).toBe(true)
  })

  test(`${name}: the office's first ten screens say nothing to the console`, async () => {
    await come(launch)
    await hands.signIn('office@demo.test')
    // By other addresses, as from a bookmark: a page that is left so must hold nothing against the one in its place, as it would if it were kept aside.
    expect((await fetch(`${server.url}/Home`)).headers.get('cache-control')).toBe('no-store')
    for (const path of ['/OpenOrders', '/Home', '/OpenOrders']) {
      await driver.goto(front.url + path)
      await hands.sees(button('All saved'))
    }
    await driver.listen()
    await driver.run(() => console.error('this is heard'))
    await expect.poll(() => driver.troubles()).toEqual(['this is heard'])

    const first = built
      .filter((p) => p.menu && !p.public && !/\{\w+\}/.test(p.route))
      .sort((a, b) => (a.order ?? 999) - (b.order ?? 999))
      .slice(0, 10)
    expect(first).toHaveLength(10)
    for (const page of first) await hands.goes(page.route.replace(/\/\{\w+\?\}/g, ''))
    expect(await driver.troubles()).toEqual(['this is heard'])
  })
}

/** The loads that the board leads to, in its order. Runs in the page. */
const loadsShown = () => [
  ...new Set([...document.querySelectorAll('a[href*="/eSignBOL/load/"]')].map((a) => a.getAttribute('href')?.split('/').at(-1) ?? '')),
]

/** Notices if the app ever speaks of a newer version, be it for a moment. Runs in the page. */
function watchForNewer() {
  const seen = { newer: false }
  Object.assign(globalThis, { seen })
  new MutationObserver(() => {
    seen.newer ||= /newer version/.test(document.body.textContent ?? '')
  }).observe(document.documentElement, { subtree: true, childList: true, characterData: true })
}
const newerSeen = () => (globalThis as unknown as { seen: { newer: boolean } }).seen.newer
