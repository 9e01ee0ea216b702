import { msg } from '@lingui/core/macro'
import type { ClaimForm, ClaimFormReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choiceOf, oneOf } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { useCarrierChoices } from '../carriers/carrierTerms'
import { kinds } from '../case/words'

/** Carriers' and customers' own claim forms. A new one comes by its PDF, so the list has a button of its own for it. */
export const forms = resource<ClaimForm, ClaimFormReq>({
  title: msg`PDF mapping`,
  list: 'Claim/Forms',
  id: (f) => f.FormId,
  called: (f) => f.Name,
  write: 'manage-claims',
  columns: [
    { key: 'Name', label: msg`Form`, phone: true, width: 280, link: (f) => ({ page: 'PDFMapping', search: { form: f.FormId } }) },
    { key: 'Carrier', label: msg`Carrier`, phone: true },
    { key: 'Kind', label: msg`Kind` },
    { key: 'Maps', label: msg`Fields mapped`, as: 'number', value: (f) => f.Maps.length },
    { key: 'At', label: msg`Changed`, as: 'dateTime' },
  ],
  filters: ['Carrier', 'Kind'],
  empty: msg`No claim forms. Upload the PDF that your carrier or customer asks for.`,
  form: defineForm<ClaimFormReq, ClaimForm>('Claim/SaveForm', {
    title: msg`Claim form`,
    fields: {
      Name: {},
      Carrier: { input: choiceOf(useCarrierChoices), hint: msg`Empty for claims against any carrier`, row: 1 },
      Kind: { input: oneOf(kinds), hint: msg`Empty for every kind`, row: 1 },
    },
  }),
  end: 'Claim/DeleteForm',
  restore: 'Claim/RestoreForm',
})
