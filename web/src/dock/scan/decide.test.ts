import { describe, expect, it } from 'vitest'
import type { Load, Pallet } from '../load/load'
import { aLoad, aPallet } from '../testing/rows'
import { byTail, decide, type Labels } from './decide'

const here = aLoad()
const other = aLoad({ id: 'S2', door: '7', bol: '07123450000000019', pro: 'PRO9' })
const mine = aPallet()
const theirs = aPallet({ id: 'P9', shipmentId: 'S2', lpn: 'LPN-0000059003', sscc: '' })

function labels(pallets: Pallet[], loads: Load[] = [here, other], loading = false): Labels & { asked: number } {
  const found = {
    asked: 0,
    byNumber: async (code: string) => {
      found.asked++
      return pallets.filter((p) => code && (p.lpn === code || p.sscc === code))
    },
    byPaper: async (code: string) => loads.filter((l) => [l.bol, l.pro, ...l.orders].includes(code)),
    load: async (id: string) => loads.find((l) => l.id === id),
    loading: () => loading,
  }
  return found
}

describe('a scan at a load', () => {
  it.each([']C100106141411234567897', '(00)106141411234567897', '106141411234567897', 'LPN-0000044471'])(
    '%s is its pallet',
    async (text) => {
      expect(await decide(text, 'S1', labels([mine, theirs]))).toMatchObject({ kind: 'load', pallet: { id: 'P1' } })
    },
  )

  it('again is harmless', async () => {
    const loaded = aPallet({ scannedAt: '2026-11-20T14:00:00Z', state: 'loaded' })
    expect(await decide(mine.lpn, 'S1', labels([loaded]))).toMatchObject({ kind: 'again' })
  })

  it('of another load is refused with its door', async () => {
    expect(await decide(theirs.lpn, 'S1', labels([mine, theirs]))).toMatchObject({ kind: 'elsewhere', load: { door: '7' } })
  })

  it('of another load is refused where that load is not on this device', async () => {
    expect(await decide(theirs.lpn, 'S1', labels([theirs], [here]))).toMatchObject({ kind: 'elsewhere', load: undefined })
  })

  it('of a number in use twice means this load’s', async () => {
    const same = aPallet({ id: 'P8', shipmentId: 'S2' })
    expect(await decide(mine.lpn, 'S1', labels([same, mine]))).toMatchObject({ kind: 'load', pallet: { id: 'P1' } })
  })

  it('unknown is refused, and says if labels are still on their way', async () => {
    expect(await decide('XYZ-1', 'S1', labels([mine]))).toEqual({ kind: 'unknown', code: 'XYZ-1', loading: false })
    expect(await decide('XYZ-1', 'S1', labels([mine], [here], true))).toMatchObject({ loading: true })
    expect(await decide('', 'S1', labels([mine]))).toMatchObject({ kind: 'unknown' })
  })

  it('for a void load is stopped, for a signed one it is too late', async () => {
    expect(await decide(mine.lpn, 'S1', labels([mine], [aLoad({ state: 'void' })]))).toMatchObject({ kind: 'ended' })
    expect(await decide(mine.lpn, 'S1', labels([mine], [aLoad({ state: 'signed' })]))).toMatchObject({ kind: 'signed' })
  })
})

describe('a scan at the board', () => {
  it('goes where the label belongs', async () => {
    expect(await decide(theirs.lpn, undefined, labels([mine, theirs]))).toMatchObject({ kind: 'load', load: { id: 'S2' } })
  })

  it('opens a load by its bill, PRO or order', async () => {
    for (const code of ['40207123450000000019', 'PRO9', 'SO-1'])
      expect(await decide(code, undefined, labels([]))).toMatchObject({ kind: 'bill' })
  })

  it('of a number in use twice takes the load that is open, and asks where two are', async () => {
    const same = aPallet({ id: 'P8', shipmentId: 'S2' })
    expect(await decide(mine.lpn, undefined, labels([same, mine]))).toMatchObject({ kind: 'twice' })
    const done = [here, aLoad({ id: 'S2', state: 'signed' })]
    expect(await decide(mine.lpn, undefined, labels([same, mine], done))).toMatchObject({ kind: 'load', load: { id: 'S1' } })
  })
})

describe('a label that says something else', () => {
  it('is misread where its check digit does not fit, and is never taken for a stranger', async () => {
    expect(await decide(']C100106141411234567898', 'S1', labels([mine]))).toMatchObject({ kind: 'misread' })
    expect(await decide('(00)106141411234567890', 'S1', labels([mine]))).toMatchObject({ kind: 'misread' })
    expect(await decide('LPN-404', 'S1', labels([mine]))).toMatchObject({ kind: 'unknown' })
  })

  it('names the pallet behind lot, date and count', async () => {
    const sscc = mine.sscc
    expect(await decide(`]C1102LOT\u001d00${sscc}`, 'S1', labels([mine]))).toMatchObject({ kind: 'load', pallet: { id: 'P1' } })
    expect(await decide(`(17)261231(37)48(00)${sscc}`, 'S1', labels([mine]))).toMatchObject({ kind: 'load', pallet: { id: 'P1' } })
  })
})

describe('a number said by its end', () => {
  it('means the one pallet that ends so', () => {
    expect(byTail('4471', [mine, theirs])?.id).toBe('P1')
    expect(byTail('47', [mine, theirs])).toBeUndefined()
    expect(byTail('0000', [mine, theirs])).toBeUndefined()
  })

  it('means the one that is left of several', () => {
    const twin = aPallet({ id: 'P5', lpn: 'LPN-94471', sscc: '', scannedAt: '2026-11-20T14:00:00Z' })
    expect(byTail('4471', [mine, twin])?.id).toBe('P1')
  })
})
