import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { Device } from './kit/browser'
import { draw } from './kit/load'
import { picture } from './kit/picture'
import { LabelPrinter, PrintComputer } from './kit/printer'
import { freePort, Server } from './kit/server'
import { rowOf } from './kit/store'

interface Load {
  id: string
  bol: string
  orders: string[]
  state: string
}

test('a print computer is paired, prints, runs out of paper, and prints for a tablet without a server, each paper once', async () => {
  test.setTimeout(240_000)
  const server = new Server()
  await server.start()
  const printer = new LabelPrinter()
  await printer.start()
  const agent = new PrintComputer(server.dir, await freePort())
  const office = new Device(server.url, { width: 1280, height: 900 })
  const dock = new Device(server.url, { width: 1280, height: 800 })
  try {
    const loads = (await server.call('dock@demo.test', 'DockView/GetShipmentList', { States: ['waiting', 'arrived', 'loading'] })) as Load[]
    const load = loads.find((l) => l.orders.length > 0)
    if (!load) throw new Error('no load on the dock')

    // ---- the administrator pairs a print computer and sets its printers up
    office.keeps = false
    await office.open('/Printing')
    await office.signIn('admin@demo.test')
    await office.page.goto(`${server.url}/Printing`)
    const o = office.page
    const main = o.getByRole('main')
    await expect(main.getByText('Printers connect through a print computer.')).toBeVisible()
    await expect(main.getByRole('combobox', { name: 'Warehouse' })).toHaveValue(/ATL/)
    await o.getByRole('button', { name: 'Pair a print computer' }).click()
    await o.getByLabel('Its name').fill('Dock office')
    await o.getByRole('button', { name: 'Show the code' }).click()
    const code = await o.getByLabel('Pairing code', { exact: true }).textContent()
    expect(code).toMatch(/^1-[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/)
    await expect(o.getByRole('img', { name: 'Pairing code as a QR code' })).toBeVisible()
    await picture(o, 'print-pairing')
    agent.start(`${server.url}/Printing#${code}`)
    await o.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(main.getByRole('listitem', { name: 'Dock office' })).toContainText('connected')

    const add = async (name: string, address: string, format: string) => {
      await o.getByRole('button', { name: 'Add a printer' }).click()
      const form = o.getByRole('dialog', { name: 'Printer' })
      await form.getByLabel('Name').fill(name)
      await form.getByLabel('Address').fill(address)
      if (format !== 'Paper (PDF)') {
        await form.getByRole('combobox', { name: 'It prints' }).click()
        await o.getByRole('option', { name: format }).click()
        await form.getByLabel('Copies of a pallet label').fill('1')
      }
      await form.getByRole('button', { name: 'Save printer' }).click()
      await expect(main.getByRole('listitem', { name })).toBeVisible()
    }
    await add('Office laser', 'folder:laser', 'Paper (PDF)')
    await add('Zebra', `raw://127.0.0.1:${printer.port}`, 'Labels 4 × 6 in, 203 dpi (ZPL)')
    await picture(o, 'print-settings')
    const found = await new AxeBuilder({ page: o }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
    expect(found.violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`)).toEqual([])

    // ---- the office finds an order's papers and prints the bill: three copies without being asked
    await o.goto(`${server.url}/PrintDocuments`)
    await o.getByLabel('Order numbers').fill(`${load.orders[0]}\nNOBODYS-9`)
    await o.getByRole('button', { name: 'Find documents' }).click()
    const order = o.getByRole('region', { name: load.orders[0] })
    await expect(o.getByRole('region', { name: 'NOBODYS-9' })).toContainText('in no shipment that you can see')
    await order
      .getByRole('row', { name: /Pallet labels/ })
      .getByRole('button', { name: 'View' })
      .click()
    await expect(o.getByRole('img', { name: 'Label 1 as the printer draws it' })).toBeVisible()
    await picture(o, 'print-label')
    await o.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await order
      .getByRole('row', { name: /Bill of lading/ })
      .getByRole('button', { name: 'Print' })
      .click()
    const print = o.getByRole('dialog', { name: 'Print', exact: true })
    await expect(print.getByLabel('Copies')).toHaveValue('3')
    await print.getByRole('button', { name: 'Print', exact: true }).click()
    await expect(print.getByRole('list', { name: 'Prints' }).getByText('printed', { exact: true })).toBeVisible()
    expect(agent.files('laser')).toHaveLength(1)
    const pdf = readFileSync(join(agent.dir, 'printed/laser', agent.files('laser')[0] ?? ''), 'latin1')
    expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(3)

    // again asks why, and keeps it
    await print.getByRole('button', { name: 'Reprint' }).last().click()
    await o.getByRole('dialog', { name: 'Reprint' }).getByLabel('Reason for reprint').fill('driver lost it')
    await o.getByRole('dialog', { name: 'Reprint' }).getByRole('button', { name: 'Print', exact: true }).click()
    await expect(print.getByText('driver lost it')).toBeVisible()
    await expect.poll(() => agent.files('laser').length).toBe(2)
    await picture(o, 'print-dialog')
    await print.getByRole('button', { name: 'Close' }).click()

    // ---- the office corrects what the papers say and prints them again: the reason is asked, and stays in the history
    await order.getByRole('button', { name: 'Correct and reprint' }).click()
    const correct = o.getByRole('dialog', { name: 'Correct and reprint' })
    await correct.getByLabel('PRO number').fill('514-2283999')
    await correct.getByRole('button', { name: 'Save and print' }).click()
    await expect(correct.getByLabel('Why')).toHaveAttribute('aria-invalid', 'true')
    await correct.getByLabel('Why').fill('carrier gave another PRO')
    await picture(o, 'print-correct')
    await correct.getByRole('button', { name: 'Save and print' }).click()
    await expect(correct).toBeHidden()
    await expect.poll(() => agent.files('laser').length).toBe(3)
    await order.getByText(/^Print history/).click()
    const why = order.getByRole('list', { name: 'Prints' })
    await expect(why).toContainText('carrier gave another PRO')
    await expect(why).toContainText('driver lost it')
    expect(await server.call('office@demo.test', 'Shipment/GetReprintDocumentDetails', { orderNumbers: [load.orders[0]] })).toMatchObject([
      { pro: '514-2283999' },
    ])

    // ---- papers are kept as files, and printed from there
    await order.getByRole('button', { name: 'Save as files' }).click()
    const files = o.getByRole('dialog', { name: 'Save as files' })
    await files.getByLabel('Pallet labels for a label printer (ZPL)').check()
    await files.getByRole('button', { name: 'Save files' }).click()
    await expect(files).toBeHidden()
    await expect(order.getByRole('row', { name: /PalletLabels-.*\.zpl/ })).toBeVisible()
    await order
      .getByRole('row', { name: /PackingList-/ })
      .getByRole('button', { name: 'Print' })
      .click()
    await print.getByRole('button', { name: 'Print', exact: true }).click()
    await expect.poll(() => agent.files('laser').length).toBe(4)
    await picture(o, 'print-files')
    await print.getByRole('button', { name: 'Close' }).click()

    // ---- the dock prints labels; the printer is out of paper, says so, and goes on by itself
    printer.paper = false
    await dock.open()
    await dock.signIn('dock@demo.test')
    await dock.ready()
    const d = dock.page
    await d.goto(`${server.url}/eSignBOL/load/${load.id}`)
    await d.getByRole('button', { name: 'Print', exact: true }).click()
    const there = d.getByRole('dialog', { name: 'Print', exact: true })
    await there.getByText('Pallet labels', { exact: true }).click()
    await there.getByRole('button', { name: 'Print', exact: true }).click()
    await expect(there.getByText('Zebra is out of paper. Put some in; it goes on by itself.').first()).toBeVisible()
    await picture(d, 'print-no-paper')
    expect(printer.labels).toHaveLength(0)
    printer.paper = true
    await expect.poll(() => printer.labels.length, { timeout: 30_000 }).toBe(1)
    await expect(there.getByText('Printer needs attention')).toBeHidden({ timeout: 30_000 })

    // ---- the trailer is loaded and closed
    for (const p of (await server.call('dock@demo.test', 'DockView/GetLpnNumbers', { ShipmentId: load.id })) as { id: string }[])
      await server.call('dock@demo.test', 'DockView/LoadPallet', { ShipmentId: load.id, PalletId: p.id })
    await server.call('dock@demo.test', 'DockView/FinishLoading', { ShipmentId: load.id, Seal: '48213', Trailer: '53021' })
    const stateHere = async () => (await rowOf<Load>(d, 'dock_shipment', load.id))?.state
    await expect.poll(stateHere).toBe('loaded')

    // ---- the server is gone; the tablet prints through the print computer of its own network
    await server.stop('SIGKILL')
    await expect
      .poll(() =>
        d.evaluate(() =>
          fetch('/readyz').then(
            (r) => r.ok,
            () => false,
          ),
        ),
      )
      .toBe(false)
    await there.getByLabel('Reason for reprint').fill('label torn')
    // The app has noticed; the chip stands behind the dialog.
    await expect(d.getByRole('button', { name: /^No connection/, includeHidden: true })).toBeVisible({ timeout: 60_000 })
    await there.getByRole('button', { name: 'Reprint', exact: true }).first().click()
    await expect.poll(() => printer.labels.length, { timeout: 30_000 }).toBe(2)
    expect(printer.labels[1]).toBe(printer.labels[0]) // set there as the server sets it
    await picture(d, 'print-offline')

    // ---- signed in the dead spot, the bill comes out with the signature on it, and the packing list beside it
    await there.getByRole('button', { name: 'Close' }).click()
    await d.goto(`${server.url}/Sign?load=${load.id}`)
    await draw(d)
    await d.getByLabel('Name', { exact: true }).fill('Ada Ortiz')
    await d.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(d.getByText('Kept on this tablet')).toBeVisible()
    await expect(d.getByRole('img', { name: 'Signature of Ada Ortiz' })).toHaveJSProperty('complete', true)
    const out = agent.files('laser').length
    const latest = () => join(agent.dir, 'printed/laser', agent.files('laser').at(-1) ?? '')
    const textOf = (file: string) => execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
    await d.getByRole('button', { name: 'Print', exact: true }).click()
    await there.getByLabel('Reason for reprint').fill('copy for the driver')
    await there.getByRole('button', { name: 'Reprint', exact: true }).first().click()
    await expect.poll(() => agent.files('laser').length, { timeout: 30_000 }).toBe(out + 1)
    expect(textOf(latest())).toContain('Ada Ortiz')
    expect(readFileSync(latest(), 'latin1')).toContain('/Subtype /Image')
    expect(pdf).not.toContain('/Subtype /Image')
    await picture(d, 'print-offline-signed')
    await there.getByText('Packing list', { exact: true }).click()
    await there.getByRole('button', { name: 'Print', exact: true }).click()
    await expect.poll(() => agent.files('laser').length, { timeout: 30_000 }).toBe(out + 2)
    expect(textOf(latest())).toContain('PACKING LIST')

    // ---- all start again: the tablet's print reaches the server, which gives it to the print computer, which remembers it
    await agent.stop()
    await server.start()
    agent.start()
    await dock.backOnline()
    await expect(there.getByText('label torn')).toBeVisible()
    await expect
      .poll(
        async () => {
          const [of] = (await server.call('office@demo.test', 'Shipment/GetReprintDocumentDetails', {
            orderNumbers: [load.orders[0]],
          })) as {
            prints: { kind: string; state: string; reason: string }[]
          }[]
          return of?.prints.filter((p) => p.kind === 'pallet-label').map((p) => `${p.state} ${p.reason}`.trim())
        },
        { timeout: 60_000 }, // the print computer comes back at its own pace
      )
      .toEqual(['printed label torn', 'printed'])
    expect(printer.labels).toHaveLength(2)
    await expect
      .poll(
        async () => {
          const [of] = (await server.call('office@demo.test', 'Shipment/GetReprintDocumentDetails', {
            orderNumbers: [load.orders[0]],
          })) as {
            prints: { state: string; reason: string }[]
          }[]
          return of?.prints.find((p) => p.reason === 'copy for the driver')?.state
        },
        { timeout: 60_000 },
      )
      .toBe('printed')

    // ---- the queue tells all of it
    await o.goto(`${server.url}/PrintDocuments?queue=true`)
    await expect(o.getByRole('row').filter({ hasText: 'label torn' })).toContainText('printed')
    await picture(o, 'print-queue')
    expect([...office.troubles, ...dock.troubles]).toEqual([])
  } catch (err) {
    console.log(agent.log.slice(-3000))
    throw err
  } finally {
    await office.close()
    await dock.close()
    await agent.stop()
    await printer.stop()
    await server.remove()
  }
})
