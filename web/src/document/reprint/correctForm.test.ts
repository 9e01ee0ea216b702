import type { DocumentPrintable } from '@sync/gen/api'
import { expect, it } from 'vitest'
import { correction, correctTyped } from './correctForm'

const of = { shipmentId: 'S1', pro: '514-1', instruction: 'Call before', emergencyPhone: '' } as DocumentPrintable // what the form reads

it('sends only what was changed, so that nothing that another person corrected meanwhile is put back', () => {
  const typed = { ...correctTyped(of), PRONumber: ' 514-9 ', Reason: ' wrong PRO ' }
  expect(correction(of, typed)).toEqual({ ShipmentId: 'S1', Flag: 'bol', Reason: 'wrong PRO', PRONumber: '514-9' })
})

it('takes what is emptied for a change', () => {
  expect(correction(of, { ...correctTyped(of), SpecialInstruction: '', Flag: 'none', Reason: 'no call' })).toEqual({
    ShipmentId: 'S1',
    Flag: 'none',
    Reason: 'no call',
    SpecialInstruction: '',
  })
})
