import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { QuoteRFQCarrier, QuoteRFQCarrierReq } from '@sync/gen/api'
import { useLiveQuery } from 'dexie-react-hooks'
import { defineForm } from '@/kit/form/defineForm'
import { choice, choiceOf, Email, LongText, oneOf, Phone } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { inWords } from '@/kit/words/words'
import { equipmentWords } from './words'

const languages = { en: 'English', es: 'Español', fr: 'Français' }
const Equipment = oneOf({ '': msg`Any equipment`, ...equipmentWords })
const Language = choice(Object.entries(languages).map(([value, label]) => ({ value, label })))
const Carrier = choiceOf(() =>
  useLiveQuery(async () =>
    (await local().carrier.orderBy('name').toArray())
      .filter((c) => !c.disabled)
      .map((c) => ({ value: c.id, label: `${c.name} · ${c.id}` })),
  ),
)

/** Whom to ask for truckloads, and where the mail goes. */
export const roster = resource<QuoteRFQCarrier, QuoteRFQCarrierReq>({
  title: msg`Truckload RFQ`,
  list: 'Carriers/GetRFQCarrier',
  id: (c) => c.rfqCarrierId,
  called: (c) => c.SCAC,
  write: 'request-quotes',
  columns: [
    { key: 'SCAC', label: msg`SCAC`, as: 'identifier', phone: true },
    {
      key: 'Equipment',
      label: msg`Equipment`,
      value: (c) => inWords(c.Equipment ? equipmentWords[c.Equipment] : msg`Any equipment`),
      phone: true,
    },
    { key: 'Email', label: msg`E-mail`, phone: true },
    { key: 'ContactName', label: msg`Contact` },
    { key: 'ContactPhone', label: msg`Phone` },
    {
      key: 'Language',
      label: msg`Language`,
      value: (c) => languages[(c.Language || 'en') as keyof typeof languages] /* one of the field's */,
    },
    { key: 'Comments', label: msg`Note`, hidden: true },
  ],
  filters: ['Equipment'],
  empty: msg`No carriers yet. Add those that you ask for truckloads.`,
  form: defineForm<QuoteRFQCarrierReq, QuoteRFQCarrier>('Carriers/SaveRFQCarrier', {
    title: msg`Truckload carrier`,
    fields: {
      SCAC: { label: msg`Carrier`, input: Carrier, row: 1 },
      Equipment: { label: msg`Equipment`, input: Equipment, row: 1 },
      Email: { label: msg`E-mail`, input: Email, row: 2 },
      Language: { label: msg`Language`, input: Language, row: 2 },
      ContactName: { label: msg`Contact`, row: 3 },
      ContactPhone: { label: msg`Phone`, input: Phone, row: 3 },
      Comments: { label: msg`Note`, input: LongText },
    },
  }),
  fresh: { Language: 'en', Equipment: '' },
  end: 'Carriers/DeleteRFQCarrier',
  restore: 'Carriers/RestoreRFQCarrier',
})
