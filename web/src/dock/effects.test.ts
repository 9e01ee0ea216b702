import type { Ops } from '@sync/gen/api'
import type { OfflineOp } from '@sync/ops'
import { describe, expect, it } from 'vitest'
import { dockEffects } from './effects'
import { aLoad, aPallet, made, tablesOf } from './testing/rows'

const effects = new Map(dockEffects)
type Tables = ReturnType<typeof tablesOf>

async function run<N extends OfflineOp>(tables: Tables, op: N, args: Ops[N]['req'], at = made().at) {
  await effects.get(op)?.run(tables as never, args as never, made({ op, at })) // the registry holds effects of all ops
  return { load: tables.dock_shipment.all.get('S1'), pallet: tables.dock_pallet.all.get('P1') }
}

const floor = (load = aLoad(), pallet = aPallet()) =>
  tablesOf({ dock_shipment: [load], dock_pallet: [pallet, aPallet({ id: 'P2', lpn: 'LPN-2', sscc: '' })] })
const scan = { ShipmentId: 'S1', PalletId: 'P1', Lpn: '106141411234567897' }

describe('LoadPallet', () => {
  it('counts the pallet and begins the loading', async () => {
    const { load, pallet } = await run(floor(), 'DockView/LoadPallet', scan)
    expect(pallet).toMatchObject({ state: 'loaded', scannedAt: made().at, scannedBy: 'U-DOCK', device: 'D1' })
    expect(load).toMatchObject({ state: 'loading', loadedPallets: 1 })
  })

  it('counts a repeat once, and keeps the first scan', async () => {
    const tables = floor()
    await run(tables, 'DockView/LoadPallet', scan)
    const { load, pallet } = await run(tables, 'DockView/LoadPallet', scan, '2026-11-20T15:00:00.000Z')
    expect(load?.loadedPallets).toBe(1)
    expect(pallet?.scannedAt).toBe(made().at)
  })

  it('finds the pallet by what was scanned alone', async () => {
    const { load } = await run(floor(), 'DockView/LoadPallet', { ShipmentId: 'S1', Lpn: ']C100106141411234567897' })
    expect(load?.loadedPallets).toBe(1)
  })

  it.each([
    ['another load’s pallet', aLoad(), aPallet({ shipmentId: 'S2' })],
    ['a void load', aLoad({ state: 'void' }), aPallet()],
    ['a load that was signed before', aLoad({ state: 'signed', signedAt: '2026-11-20T13:00:00Z' }), aPallet()],
    ['a number that is not the pallet’s', aLoad(), aPallet({ sscc: 'X', lpn: 'Y' })],
  ])('shows nothing for %s', async (_, before, p) => {
    const { load, pallet } = await run(floor(before, p), 'DockView/LoadPallet', scan)
    expect(load).toEqual(before)
    expect(pallet).toEqual(p)
  })

  it('still counts what was scanned before the signature', async () => {
    const { load } = await run(floor(aLoad({ state: 'signed', signedAt: '2026-11-20T14:30:00Z' })), 'DockView/LoadPallet', scan)
    expect(load).toMatchObject({ state: 'signed', loadedPallets: 1 })
  })

  it('takes back a note that all of it is missing, and no other', async () => {
    expect((await run(floor(aLoad(), aPallet({ short: 48, state: 'short' })), 'DockView/LoadPallet', scan)).pallet).toMatchObject({
      short: 0,
      state: 'loaded',
    })
    expect((await run(floor(aLoad(), aPallet({ short: 2, state: 'short' })), 'DockView/LoadPallet', scan)).pallet).toMatchObject({
      short: 2,
      state: 'short',
    })
  })
})

describe('NoteLot', () => {
  const lotted = aPallet({ lot: 'A', itemCode: 'WID-48' })
  const noteLot = (args: Partial<Ops['DockView/NoteLot']['req']>) =>
    run(floor(aLoad(), lotted), 'DockView/NoteLot', { ShipmentId: 'S1', PalletId: 'P1', ...args })

  it('adds what the pallet lacks, and said again nothing', async () => {
    expect((await noteLot({ Lot: 'A', ExpiresOn: '2027-12-31' })).pallet).toEqual({ ...lotted, expiresOn: '2027-12-31' })
    expect((await noteLot({ Lot: 'A' })).pallet).toEqual(lotted)
  })

  it.each([
    ['another lot', { Lot: 'B', ExpiresOn: '2027-12-31' }],
    ['another item', { ItemCode: 'WID-12', ExpiresOn: '2027-12-31' }],
  ])('shows nothing of a label with %s: the server refuses all of it', async (_, args) => {
    expect((await noteLot(args)).pallet).toEqual(lotted)
  })

  it('shows what somebody chose, whatever the pallet had', async () => {
    expect((await noteLot({ Lot: 'B', Instead: true })).pallet).toEqual({ ...lotted, lot: 'B' })
  })
})

describe('UnloadPallet', () => {
  it('takes the pallet off and opens a closed trailer', async () => {
    const tables = floor(aLoad({ state: 'loaded', loadedPallets: 1 }), aPallet({ state: 'loaded', scannedAt: made().at }))
    const { load, pallet } = await run(tables, 'DockView/UnloadPallet', { ShipmentId: 'S1', PalletId: 'P1' })
    expect(load).toMatchObject({ state: 'loading', loadedPallets: 0 })
    expect(pallet).toMatchObject({ state: 'staged', scannedAt: null, scannedBy: '', device: '' })
  })
})

describe('NoteShort', () => {
  it('is said of the pallet, which stays on the trailer', async () => {
    const tables = floor(aLoad({ state: 'loading', loadedPallets: 1 }), aPallet({ state: 'loaded', scannedAt: made().at }))
    const { load, pallet } = await run(tables, 'DockView/NoteShort', { ShipmentId: 'S1', PalletId: 'P1', Pieces: 2, Note: 'torn wrap' })
    expect(pallet).toMatchObject({ state: 'short', short: 2, shortNote: 'torn wrap', scannedAt: made().at })
    expect(load?.loadedPallets).toBe(1)
  })

  it('of every piece takes it off the trailer', async () => {
    const tables = floor(aLoad({ state: 'loading', loadedPallets: 1 }), aPallet({ state: 'loaded', scannedAt: made().at }))
    const { load, pallet } = await run(tables, 'DockView/NoteShort', { ShipmentId: 'S1', PalletId: 'P1', Pieces: 48 })
    expect(pallet?.scannedAt).toBeNull()
    expect(load?.loadedPallets).toBe(0)
  })

  it('of more than there are shows nothing', async () => {
    const { pallet } = await run(floor(), 'DockView/NoteShort', { ShipmentId: 'S1', PalletId: 'P1', Pieces: 49 })
    expect(pallet).toEqual(aPallet())
  })

  it('of zero takes the note back', async () => {
    const { pallet } = await run(floor(aLoad(), aPallet({ short: 2, state: 'short' })), 'DockView/NoteShort', {
      ShipmentId: 'S1',
      PalletId: 'P1',
      Pieces: 0,
    })
    expect(pallet).toMatchObject({ short: 0, state: 'staged' })
  })
})

it('NotePallet keeps words and leaves the count alone', async () => {
  const tables = floor(aLoad(), aPallet({ short: 2, state: 'short', note: 'torn' }))
  const { pallet } = await run(tables, 'DockView/NotePallet', { ShipmentId: 'S1', PalletId: 'P1', Note: 'corner board missing' })
  expect(pallet).toMatchObject({ short: 2, state: 'short', note: 'corner board missing' })
})

it('WeighPallet keeps the weight and leaves the count alone', async () => {
  const tables = floor(aLoad({ state: 'loading', loadedPallets: 1 }), aPallet({ state: 'loaded', scannedAt: made().at }))
  const weight = { milli: 642_500, unit: 'lb' }
  const { load, pallet } = await run(tables, 'DockView/WeighPallet', { ShipmentId: 'S1', PalletId: 'P1', Weight: weight, Scale: true })
  expect(pallet).toMatchObject({ weight, state: 'loaded', scannedAt: made().at })
  expect(load?.loadedPallets).toBe(1)
})

it('NoteDamage adds photos up and stays damaged when it is loaded', async () => {
  const tables = floor(aLoad(), aPallet({ photos: ['a'] }))
  await run(tables, 'DockView/NoteDamage', { ShipmentId: 'S1', PalletId: 'P1', Photos: ['a', 'b'], Note: 'crushed' })
  const { pallet } = await run(tables, 'DockView/LoadPallet', scan)
  expect(pallet).toMatchObject({ state: 'damaged', photos: ['a', 'b'], damageNote: 'crushed', scannedAt: made().at })
})

describe('the load', () => {
  it('starts, finishes with seal and trailer, and is signed once', async () => {
    const tables = floor()
    await run(tables, 'DockView/StartLoading', { ShipmentId: 'S1', Door: '5' })
    expect(tables.dock_shipment.all.get('S1')).toMatchObject({ state: 'loading', door: '5' })
    await run(tables, 'DockView/FinishLoading', { ShipmentId: 'S1', Seal: ' 48213 ', Trailer: '53021', Left: 1 })
    expect(tables.dock_shipment.all.get('S1')).toMatchObject({ state: 'loaded', seal: '48213', trailer: '53021' })
    const signature = { ShipmentId: 'S1', Image: 'i', Strokes: 's', Consent: '1', Pieces: 96, Pallets: 2, Digest: 'd' }
    await run(tables, 'DockView/GetSaveSignature', { ...signature, SignedBy: ' Ada ' })
    await run(tables, 'DockView/GetSaveSignature', { ...signature, SignedBy: 'Bob' })
    expect(tables.dock_shipment.all.get('S1')).toMatchObject({ state: 'signed', signedBy: 'Ada', signedAt: made().at, digest: 'd' })
  })

  it('takes the shipper’s certificate back with what changes the bill, and with nothing else', async () => {
    const shipper = {
      ShipmentId: 'S1',
      SignedBy: 'Dana',
      Image: 'i',
      Strokes: 's',
      Consent: '1',
      Pieces: 96,
      Pallets: 2,
      Role: 'shipper',
    } as const
    const later = '2026-11-20T15:00:00.000Z'
    const certified = async () => {
      const tables = floor()
      await run(tables, 'DockView/GetSaveSignature', shipper)
      expect(tables.dock_shipment.all.get('S1')?.certificate?.by).toBe('Dana')
      return tables
    }
    const edit = 'DockView/UpdatePalletPopupDetails'
    expect((await run(await certified(), edit, { ShipmentId: 'S1', HuId: 'P1', Flag: 'D' }, later)).load?.certificate).toBeNull()
    expect((await run(await certified(), edit, { ShipmentId: 'S1', HuId: 'P1', Quantity: 50 }, later)).load?.certificate).toBeNull()
    expect((await run(await certified(), edit, { ShipmentId: 'S1', HuId: 'P1', ItemCode: 'X' }, later)).load?.certificate).not.toBeNull()
    expect((await run(await certified(), 'DockView/NoteNobody', { ShipmentId: 'S1', Nobody: true }, later)).load?.certificate).toBeNull()
  })

  it('arrives with its driver, who is remembered once', async () => {
    const tables = floor()
    await run(tables, 'Shipment/UpdateDriverDetails', { ShipmentId: 'S1', DriverId: 'D-1', Name: ' Ada  King ', Licence: 'GA 4' })
    await run(tables, 'Shipment/UpdateDriverDetails', { ShipmentId: 'S1', DriverId: 'D-2', Name: 'Ada King', Phone: '1' })
    expect([...tables.dock_driver.all.keys()]).toEqual(['D-1'])
    expect(tables.dock_driver.all.get('D-1')).toMatchObject({
      name: 'Ada King',
      licence: 'GA 4',
      phone: '1',
      carrier: 'RLCA',
      warehouse: 'ATL',
    })
    expect(tables.dock_shipment.all.get('S1')).toMatchObject({
      state: 'arrived',
      driverId: 'D-1',
      driverName: 'Ada King',
      driverLicence: 'GA 4',
    })
  })
})
