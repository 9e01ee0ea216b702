import { msg } from '@lingui/core/macro'
import type { CarrierFlag, CarrierFlagReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { oneOf } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { inWords } from '@/kit/words/words'
import { colors } from './words'

/** What carriers are marked with. */
export const flags = resource<CarrierFlag, CarrierFlagReq>({
  title: msg`Carrier flags`,
  list: 'Shipment/GetCarrierflags',
  id: (f) => f.FlagId,
  called: (f) => f.FlagName,
  write: 'manage-carriers',
  columns: [
    { key: 'FlagName', label: msg`Flag`, phone: true },
    { key: 'Color', label: msg`Color`, value: (f) => inWords(colors[f.Color]) },
    { key: 'Warns', label: msg`Warns at tender`, value: (f) => inWords(f.Warns ? msg`Yes` : msg`No`), phone: true },
    { key: 'Note', label: msg`Note`, phone: true },
  ],
  empty: msg`No flags yet. Add one, such as preferred or on hold, and give it to carriers.`,
  fresh: { Color: 'quiet' },
  form: defineForm<CarrierFlagReq, CarrierFlag>('Shipment/SaveCarrierFlag', {
    title: msg`Carrier flag`,
    fields: {
      FlagName: { label: msg`Flag`, row: 1 },
      Color: { label: msg`Color`, input: oneOf(colors), row: 1 },
      Warns: { label: msg`Warn whoever tenders to the carrier` },
      Note: { hint: msg`Shown with the warning` },
    },
  }),
  end: 'Shipment/deleteCarrierFlag',
  restore: 'Carriers/RestoreFlag',
})
