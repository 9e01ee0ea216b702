// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropAllDrafts } from '@/kit/form/draft'
import { anyWaits } from './any'
import { beganWithLot, dropOld, hand, hold, name, settle, waitsAt } from './waiting'

let signedIn = 'DEMO.U-DOCK'
vi.mock('@sync/client', () => ({ current: () => ({ work: { cache: { db: { name: signedIn } } } }) }))

const hours = (n: number) => vi.advanceTimersByTime(n * 3_600_000)

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  signedIn = 'DEMO.U-DOCK'
})
afterEach(() => vi.useRealTimers())

describe('a lot that waits for its pallet', () => {
  it('waits at its load until it is settled', () => {
    hold('S1', { lot: 'A' })
    expect([waitsAt('S1'), waitsAt('S2'), anyWaits()]).toEqual([{ lot: 'A' }, undefined, true])
    settle('S1')
    expect([waitsAt('S1'), anyWaits()]).toEqual([undefined, false])
  })

  it('from the board is of the load where the work goes on, with what the next label says', () => {
    hold(undefined, { lot: 'A' })
    expect([waitsAt('S1'), waitsAt('S2')]).toEqual([{ lot: 'A' }, { lot: 'A' }])
    hold('S1', { expiresOn: '2027-12-31' })
    expect(waitsAt('S1')).toEqual({ lot: 'A', expiresOn: '2027-12-31' })
    expect([waitsAt('S2'), waitsAt(undefined)]).toEqual([undefined, undefined])
    settle('S1')
    expect(anyWaits()).toBe(false)
  })

  it('does not wait for the next shift’s pallets', () => {
    hold('S1', { lot: 'A' })
    hours(11)
    hold(undefined, { lot: 'B' })
    expect([waitsAt('S1'), waitsAt('S2')]).toEqual([{ lot: 'A' }, { lot: 'B' }])
    hours(2)
    expect([waitsAt('S1'), waitsAt('S2')]).toEqual([{ lot: 'B' }, { lot: 'B' }])
    hours(10)
    expect([waitsAt('S1'), waitsAt('S2'), waitsAt(undefined)]).toEqual([undefined, undefined, undefined])
    hold('S1', { expiresOn: '2027-12-31' })
    expect(waitsAt('S1')).toEqual({ expiresOn: '2027-12-31' })
  })

  it('is left to nobody else, and gone at sign-out', () => {
    hold('S1', { lot: 'A' })
    beganWithLot('P3')
    signedIn = 'OTHER.U-DOCK'
    expect([waitsAt('S1'), hand()]).toEqual([undefined, {}])
    signedIn = 'DEMO.U-DOCK'
    expect([waitsAt('S1'), hand().lotFirst]).toEqual([{ lot: 'A' }, 'P3'])
    dropAllDrafts()
    expect([waitsAt('S1'), anyWaits(), hand()]).toEqual([undefined, false, {}])
  })

  it('that is too old, another’s, or cannot be read makes no scan look for it any more', () => {
    hold('S1', { lot: 'A' })
    dropOld()
    expect(anyWaits()).toBe(true)
    hours(13)
    dropOld()
    expect(anyWaits()).toBe(false)
    hold('S1', { lot: 'A' })
    signedIn = 'OTHER.U-DOCK'
    dropOld()
    expect(anyWaits()).toBe(false)
    hold('S1', { lot: 'A' })
    for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{')
    dropOld()
    expect(anyWaits()).toBe(false)
  })
})

describe('how the worker goes about it', () => {
  it('makes no scan wait', () => {
    name('P1', 'P2')
    beganWithLot('P3')
    expect(anyWaits()).toBe(false)
    expect(hand()).toMatchObject({ named: { pallet: 'P1', after: 'P2' }, lotFirst: 'P3' })
  })

  it('begins anew with a pallet that is named, and with another shift', () => {
    beganWithLot('P3')
    name('P1', 'P2')
    expect(hand().lotFirst).toBeUndefined()
    hours(13)
    expect(hand()).toEqual({})
  })
})
