import { describe, expect, it } from 'vitest'
import { ontoStep, stepOf } from './steps'

const put = (PalletId: string, Lane: 'left' | 'right', On = false) => ({ PalletId, Lane, On, Turned: false })
const p = { Puts: [put('a', 'left'), put('b', 'right'), put('c', 'right', true)] }

describe('a step of loading', () => {
  it('goes earlier, later and to the other side', () => {
    expect(stepOf(p, 'b', 'earlier')).toEqual({ PalletId: 'b', To: 0, Lane: 'right', On: false, Turned: false })
    expect(stepOf(p, 'a', 'later')).toMatchObject({ To: 1 })
    expect(stepOf(p, 'a', 'side')).toMatchObject({ To: 0, Lane: 'right' })
    expect(stepOf(p, 'a', 'turn')).toMatchObject({ Turned: true })
  })
  it('stands on the one before, or on the floor again', () => {
    expect(stepOf(p, 'b', 'stack')).toMatchObject({ To: 1, On: true })
    expect(stepOf(p, 'c', 'stack')).toMatchObject({ On: false })
    expect(stepOf(p, 'a', 'stack')).toBeUndefined()
  })
  it('has ends', () => {
    expect(stepOf(p, 'a', 'earlier')).toBeUndefined()
    expect(stepOf(p, 'c', 'later')).toBeUndefined()
    expect(stepOf(p, 'x', 'turn')).toBeUndefined()
  })
  it('takes the place of the pallet that it is drawn onto', () => {
    expect(ontoStep(p, 'a', 'b')).toEqual({ PalletId: 'a', To: 1, Lane: 'right', On: false, Turned: false })
    expect(ontoStep(p, 'a', 'a')).toBeUndefined()
  })
})
