import { msg } from '@lingui/core/macro'
import type { DocumentPrint, DocumentPrintable } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choice, LongText, Phone, Text } from '@/kit/form/inputs'

type Papers = 'bol' | 'label' | 'packinglist' | 'all' | 'none'

export interface CorrectTyped {
  PRONumber: string
  SpecialInstruction: string
  EmergencyPhone: string
  Flag: Papers
  Reason: string
}

/** What is asked of the server: only what was changed, so that nothing else is touched. */
export function correction(of: DocumentPrintable, typed: Partial<CorrectTyped>) {
  const changed = (was: string, now = '') => (now.trim() === was ? undefined : now.trim())
  const numbers = {
    PRONumber: changed(of.pro, typed.PRONumber),
    SpecialInstruction: changed(of.instruction, typed.SpecialInstruction),
    EmergencyPhone: changed(of.emergencyPhone, typed.EmergencyPhone),
  }
  return {
    ShipmentId: of.shipmentId,
    Flag: typed.Flag ?? 'none',
    Reason: (typed.Reason ?? '').trim(),
    ...Object.fromEntries(Object.entries(numbers).filter(([, v]) => v !== undefined)),
  }
}

const Choice = choice<Papers>([
  { value: 'bol', label: msg`Bill of lading` },
  { value: 'label', label: msg`Labels` },
  { value: 'packinglist', label: msg`Packing list` },
  { value: 'all', label: msg`All documents` },
  { value: 'none', label: msg`None: save the correction only` },
])

/** Corrects what a shipment's papers say and prints them again. It saves and prints, or does neither. */
export const correctForm = (of: DocumentPrintable) =>
  defineForm<CorrectTyped, DocumentPrint[]>('Shipment/SaveandReprint', {
    title: msg`Correct and reprint`,
    intro: msg`Shipment ${of.number}. What the driver has signed stays as it is; its PRO number can still be corrected.`,
    fields: {
      PRONumber: { label: msg`PRO number`, input: Text, row: 1 },
      EmergencyPhone: { label: msg`Emergency telephone`, input: Phone, row: 1 },
      SpecialInstruction: { label: msg`Special instructions`, input: LongText },
      Flag: { label: msg`Reprint`, input: Choice, required: true },
      Reason: {
        label: msg`Why`,
        hint: msg`It stays in the history.`,
        input: Text,
        required: true,
        check: (v) => (v && v.trim().length < 2 ? msg`A word or two.` : undefined),
      },
    },
    toRequest: (typed) => correction(of, typed),
    subject: () => of.shipmentId,
    submit: msg`Save and print`,
    done: msg`Saved. Prints are in the queue.`,
    of: () => of.number,
  })

export const correctTyped = (of: DocumentPrintable): Partial<CorrectTyped> => ({
  PRONumber: of.pro,
  SpecialInstruction: of.instruction,
  EmergencyPhone: of.emergencyPhone,
  Flag: 'bol',
})
