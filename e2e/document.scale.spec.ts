import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { Device } from './kit/browser'
import { freshLoad, keepWeight } from './kit/load'
import { picture } from './kit/picture'
import { PrintComputer, Scale } from './kit/printer'
import { freePort, Server } from './kit/server'
import { rowOf } from './kit/store'

interface Weighed {
  id: string
  weight: { milli: number; unit: string }
}

test('a pallet is weighed on the scale of the dock, with the server, without it, and by hand where the scale is unplugged', async () => {
  const server = new Server()
  await server.start()
  const scale = new Scale()
  await scale.start()
  const agent = new PrintComputer(server.dir, await freePort(), ['--scale', `tcp://127.0.0.1:${scale.port}`])
  const dock = new Device(server.url, { width: 1180, height: 820 })
  try {
    await dock.open()
    await dock.signIn('dock@demo.test')
    await dock.ready()
    const d = dock.page
    const [one, two] = await freshLoad(d)
    if (!one || !two) throw new Error('no load with two pallets')
    const panel = d.getByRole('dialog', { name: 'Weight' })
    const weighing = (pallet: { id: string }) => d.goto(`${server.url}/eSignBOL/load/${one.shipmentId}?panel=weigh&pallet=${pallet.id}`)
    const weightOf = async (pallet: { id: string }) => (await rowOf<Weighed>(d, 'dock_pallet', pallet.id))?.weight

    // ---- where no print computer has a scale, the weight is typed
    await weighing(one)
    await expect(panel.getByLabel('Weight, lb')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Weigh', exact: true })).toBeHidden()

    // ---- one is paired; the button is there without a reload
    const { code } = (await server.call('admin@demo.test', 'Printing/Pair', {
      Warehouse: 'ATL',
      Name: 'Dock office',
      Origin: server.url,
    })) as { code: string }
    agent.start(`${server.url}/Printing#${code}`)
    const weigh = panel.getByRole('button', { name: 'Weigh', exact: true })
    await expect(weigh).toBeVisible()
    scale.shows = 'ST,GS,+  642.5lb'
    await weigh.click()
    await expect(panel.getByLabel('Weight, lb')).toHaveValue('642.5')
    await picture(d, 'weigh')
    const found = await new AxeBuilder({ page: d }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
    expect(found.violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`)).toEqual([])
    await keepWeight(panel)
    await expect.poll(() => weightOf(one)).toEqual({ milli: 642_500, unit: 'lb' })

    // ---- unplugged: said plainly, and the weight can be typed
    await scale.stop()
    await weighing(two)
    await weigh.click()
    await expect(panel.getByRole('alert')).toContainText('The scale does not answer. Check its cable')
    await panel.getByLabel('Weight, lb').fill('500')
    await picture(d, 'weigh-unplugged')
    await keepWeight(panel)
    await expect.poll(() => weightOf(two)).toEqual({ milli: 500_000, unit: 'lb' })

    // ---- the server is gone; the tablet asks the print computer of its own network
    await scale.start()
    scale.shows = 'ST,GS,+  291.4kg'
    await server.stop('SIGKILL')
    await weighing(two)
    await expect(weigh).toBeVisible()
    await weigh.click()
    await expect(panel.getByLabel('Weight, kg')).toHaveValue('291.4')
    await keepWeight(panel)
    await expect.poll(() => weightOf(two)).toEqual({ milli: 291_400, unit: 'kg' })

    // ---- nothing answers at all
    await agent.stop()
    await weighing(one)
    await weigh.click()
    await expect(panel.getByRole('alert')).toContainText('No scale answers on this network. Type the weight.')

    // ---- what was weighed in the dead spot reaches the server, and its history says so
    await server.start()
    await dock.backOnline()
    await expect
      .poll(async () => {
        const { Events } = (await server.call('office@demo.test', 'Shipment/ShipmentDetails', { ShipmentId: one.shipmentId })) as {
          Events: { kind: string; data: { weight?: { milli: number }; scale?: boolean } }[]
        }
        return Events.filter((e) => e.kind === 'pallet-weighed').map((e) => `${e.data.weight?.milli} ${e.data.scale}`)
      })
      .toEqual(expect.arrayContaining(['642500 true', '500000 false', '291400 true']))
    expect(dock.troubles).toEqual([])
  } catch (err) {
    console.log(agent.log.slice(-3000))
    throw err
  } finally {
    await dock.close()
    await agent.stop()
    await scale.stop()
    await server.remove()
  }
})
