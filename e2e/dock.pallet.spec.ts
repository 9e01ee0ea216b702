import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { as, go, type Load, onFloor, type Pallet, page, palletsOf, settings, signature, waiting } from './kit/floor'
import { type } from './kit/load'

// The pallets of a load: put on by their labels or ticked off, one put right, and what all of it came to.

onFloor({ keeps: false })

test('pallets go on by their labels, or are ticked off, as the warehouse wants it', async () => {
  const [load] = await waiting()
  if (!load) throw new Error('no load waits')
  const pallets = await palletsOf(load)
  const label = page().getByRole('textbox', { name: 'Label, or its last digits' })
  const ticks = page().getByRole('region', { name: 'Pallets', exact: true })
  await go(`/eSignBOL/load/${load.id}`)
  await expect(label).toBeVisible()
  await expect(ticks).toHaveCount(0)

  await settings('Load pallets by scanning their labels', false)
  await go(`/eSignBOL/load/${load.id}`)
  await expect(ticks).toBeVisible()
  await expect(label).toHaveCount(0)
  const [one, two] = pallets
  if (!one || !two) throw new Error('no pallets')
  const rest = (n: number) => page().getByRole('button', { name: n === 1 ? '1 is left: load it' : `${n} are left: load all` })
  await ticks
    .getByRole('listitem')
    .filter({ hasText: one.lpn.slice(-4) })
    .getByRole('button', { name: 'Load', exact: true })
    .click()
  await expect(rest(pallets.length - 1)).toBeVisible()
  // Who scans all the same is answered, and right.
  await type(page(), two.lpn)
  await expect(
    page()
      .getByRole('status')
      .filter({ hasText: two.lpn.slice(-4) })
      .first(),
  ).toBeVisible()
  await rest(pallets.length - 2).click()
  await expect(page().getByRole('button', { name: 'All loaded' })).toBeDisabled()
  await expect.poll(async () => (await palletsOf(load)).every((p) => p.scannedAt)).toBe(true)

  await settings('Load pallets by scanning their labels', true)
  await go(`/eSignBOL/load/${load.id}`)
  await expect(label).toBeVisible()
  await expect(ticks).toHaveCount(0)

  // A lot on a label of its own joins the pallet before it; one whose pallet is still to come waits, also over a reload.
  const said = (text: string) => page().getByRole('status').filter({ hasText: text }).first()
  const waits = page().getByText('waits for its pallet. Scan the pallet now.')
  const of = async (id: string) => (await palletsOf(load)).find((p) => p.id === id)
  await type(page(), two.lpn)
  await expect(said(two.lpn.slice(-4))).toBeVisible()
  await type(page(), ']C110A-12')
  await expect(said('Noted with this pallet')).toContainText('Lot A-12')
  await type(page(), ']C110B-7')
  await expect(waits).toBeVisible()
  await page().reload()
  await expect(waits).toBeVisible()
  await type(page(), one.lpn)
  await expect(waits).toHaveCount(0)
  await expect(said(one.lpn.slice(-4))).toContainText('Lot B-7')

  // A supplier's own label is taught once, by marking it; the next one is read, and it stands under the settings until it is removed.
  const own = (lot: string) => `ACME|${lot}|31.12.2027`
  await type(page(), one.lpn, own('B-7'))
  await page().getByRole('button', { name: 'Teach this label' }).click()
  const panel = page().getByRole('dialog', { name: 'Teach this label' })
  const mark = async (what: string, text: string) => {
    await panel.getByRole('button', { name: what, exact: true }).click()
    const from = own('B-7').indexOf(text)
    for (const at of [from, from + text.length - 1]) await panel.getByRole('button', { name: new RegExp(`^Character ${at + 1}, `) }).click()
  }
  await mark('Lot', 'B-7')
  await mark('Expiry', '31.12.2027')
  await panel.getByRole('textbox', { name: 'Supplier or customer' }).fill('Acme Paints')
  await panel.getByRole('button', { name: 'Save label rule' }).click()
  await expect(panel).toHaveCount(0)
  await expect(said('Noted with this pallet')).toContainText('expires Dec 31, 2027')
  await type(page(), two.lpn, own('A-12'))
  await expect.poll(() => of(two.id)).toMatchObject({ lot: 'A-12', expiresOn: '2027-12-31' })
  await expect.poll(() => of(one.id)).toMatchObject({ lot: 'B-7', expiresOn: '2027-12-31' })
  await go('/Mobile')
  await page().getByRole('textbox', { name: 'Try a label: scan or type it' }).fill(own('C-1'))
  await expect(page().getByText('Read as a label of Acme Paints.')).toBeVisible()
  await page().getByRole('button', { name: 'Remove the labels of Acme Paints' }).click()
  await page().getByRole('button', { name: 'Remove: these labels are no longer read' }).click()
  await expect(page().getByText('No rule reads this label.')).toBeVisible()
})

test('one pallet is measured again, its picture is looked at, and it is taken from its load', async () => {
  const [load] = await waiting()
  if (!load) throw new Error('no load waits')
  const [one] = await palletsOf(load)
  if (!one) throw new Error('no pallets')
  await go(`/eSignBOL/load/${load.id}?panel=damage&pallet=${one.id}`)
  const damage = page().getByRole('dialog', { name: 'Damage' })
  const [chooser] = await Promise.all([
    page().waitForEvent('filechooser'),
    damage.getByRole('button', { name: 'Choose a picture' }).click(),
  ])
  await chooser.setFiles(join(process.cwd(), 'web/public/icons/512.png'))
  await expect(damage.locator('img')).toBeVisible()
  await damage.getByLabel('What is damaged').fill('crushed')
  await damage.getByRole('button', { name: 'Note the damage' }).click()
  await expect(damage).toBeHidden()

  await go('/PalletsOnDock')
  await page().getByRole('textbox', { name: 'Find in this list' }).fill(one.lpn)
  await page()
    .getByRole('link', { name: new RegExp(one.lpn.slice(-4)) })
    .click()
  const panel = page().getByRole('dialog', { name: new RegExp(one.lpn.slice(-4)) })
  await expect(panel.getByText('crushed').first()).toBeVisible()
  const picture = panel.getByRole('button', { name: `Enlarge Pallet ${one.lpn}, picture 1` })
  await picture.click()
  const large = page().getByRole('dialog', { name: `Pallet ${one.lpn}, picture 1` })
  await expect.poll(() => large.locator('img').evaluate((i: HTMLImageElement) => i.naturalWidth)).toBe(512)
  await large.getByRole('button', { name: 'Close' }).click()

  // Counted and weighed again: the documents' popup saves it under any flag but S and D.
  await panel.getByLabel('Pieces').fill('7')
  await panel.getByLabel('Weight, lb').fill('333.5')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  const onServer = async () => (await palletsOf(load)).find((p) => p.id === one.id)
  // In one look: what takes it back stands for ten seconds.
  const selected = () => as<Pallet[]>('dock@demo.test', 'DockView/GetPalletPopupDetails', { ShipmentId: load.id, HuId: one.id, Flag: 'S' })
  await expect.poll(selected).toMatchObject([{ id: one.id, pieces: 7, weight: { milli: 333_500, unit: 'lb' } }])
  await page().getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await onServer())?.pieces).toBe(one.pieces)

  await panel.getByRole('button', { name: 'Remove from load' }).click() // flag D
  await expect(panel).toBeHidden()
  await expect.poll(onServer).toBe(undefined)
  await expect(page().getByText('Nothing here matches')).toBeVisible()
})

test('what left the dock is found by a pallet of it, and what was done is a chart and its table', async () => {
  const load = (await as<Load[]>('dock@demo.test', 'DockView/GetShipmentList', { States: ['loading'] })).find(
    (l) => l.loadedPallets > 0 && l.hazmat.length === 0,
  )
  if (!load) throw new Error('nothing is being loaded')
  await as('dock@demo.test', 'DockView/GetSaveSignature', signature(load, load.loadedPallets))
  const gone = (await palletsOf(load)).find((p) => p.scannedAt)
  if (!gone) throw new Error('nothing was loaded')
  await go('/PalletHistory')
  const found = page().getByRole('textbox', { name: 'Find a pallet' })
  await expect(found).toBeVisible()
  await type(page(), gone.lpn)
  await expect(page().getByText(`Only loads that ${gone.lpn} was on.`)).toBeVisible()
  const rows = page().getByRole('grid').getByRole('row')
  await expect(page().getByRole('link', { name: new RegExp(load.bol.slice(-4)) })).toHaveCount(1)
  await page()
    .getByRole('link', { name: new RegExp(load.bol.slice(-4)) })
    .click()
  const past = page().getByRole('dialog', { name: `BOL ${load.bol}` })
  await expect(past.getByText(/^Signed by Ada Byron/)).toBeVisible()
  const unit = past.getByRole('button', { name: new RegExp(gone.lpn.slice(-4)) })
  await expect(unit).toHaveAttribute('aria-current', 'true')
  await unit.click()
  const panel = page().getByRole('dialog', { name: new RegExp(gone.lpn.slice(-4)) })
  await expect(panel.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(panel.getByText(/loaded/i).first()).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Remove from load' })).toHaveCount(0) // it has left

  await page().setViewportSize({ width: 1280, height: 1100 })
  await go('/Usage')
  const figure = async (name: string) =>
    Number(
      (
        await page()
          .getByRole('button', { name: new RegExp(`^${name}`) })
          .locator('b')
          .textContent()
      )?.replace(/\D/g, ''),
    )
  const chart = page().getByRole('group', { name: /^Pallets scanned by day/ })
  await expect(chart).toBeVisible()
  const scans = await figure('Pallets scanned')
  expect(scans).toBeGreaterThan(3)
  // Each column says its day and its count, and the columns add up to the figure as the table's lines do.
  const columns = (await chart.getByRole('button').all()).map((c) => c.getAttribute('aria-label'))
  const counts = (await Promise.all(columns)).map((label) => Number(label?.split(': ')[1]?.replace(/\D/g, '')))
  expect(counts.reduce((a, b) => a + b, 0)).toBe(scans)
  // A column opens its day in the table.
  const highest = counts.indexOf(Math.max(...counts))
  await chart.getByRole('button').nth(highest).click()
  await expect.poll(() => figure('Pallets scanned')).toBe(counts[highest])
  await page().getByRole('button', { name: 'Show all days' }).click()
  const server_ = await as<{ scans: number; signatures: number; userName: string }[]>('dock@demo.test', 'DockView/GetUsage', {
    From: await page().getByLabel('From day').inputValue(),
    To: await page().getByLabel('Until day').inputValue(),
  })
  expect(server_.reduce((a, u) => a + u.scans, 0)).toBe(scans)
  await expect(rows.filter({ hasText: 'Dan Ruiz' }).first()).toBeVisible()
  await page()
    .getByRole('button', { name: /^Signatures \d/ })
    .click()
  await expect(page()).toHaveURL(/of=signatures/)
  await expect(page().getByRole('group', { name: /^Signatures by day/ })).toBeVisible()
  expect(await figure('Signatures')).toBe(server_.reduce((a, u) => a + u.signatures, 0))
  await page().getByLabel('Person', { exact: true }).selectOption({ label: 'Dan Ruiz' })
  await expect.poll(() => figure('Signatures')).toBe(server_.filter((u) => u.userName === 'Dan Ruiz').reduce((a, u) => a + u.signatures, 0))
})
