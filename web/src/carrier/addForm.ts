import { msg } from '@lingui/core/macro'
import type { CarrierAddReq, CarrierResp } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choices, Email, Phone, Text } from '@/kit/form/inputs'
import { badEmails } from '@/kit/rule/rule'

type Mode = 'LTL' | 'TL' | 'INTERMODAL' | 'FCL' | 'LCL' | 'INTLAIR' | 'MTL'

interface Typed {
  CarrierName: string
  SCAC: string
  Email: string
  Phone: string
  RateModes: Mode[]
}

const modes = (['LTL', 'TL', 'INTERMODAL', 'FCL', 'LCL', 'INTLAIR', 'MTL'] as const).map((m) => ({ value: m, label: m }))

/** A carrier that is not there yet. It can be chosen as soon as it is added. */
export const addForm = defineForm<Typed, CarrierResp>('Carriers/AddNewCarrier', {
  title: msg`Add a new carrier`,
  fields: {
    CarrierName: { label: msg`Name`, input: Text, required: true },
    SCAC: {
      label: msg`SCAC`,
      input: Text,
      required: true,
      hint: msg`Two to four letters`,
      check: (v) => (v && !/^[A-Za-z]{2,4}$/.test(v.trim()) ? msg`A SCAC is two to four letters.` : undefined),
    },
    Email: {
      label: msg`E-mail`,
      input: Email,
      required: true,
      hint: msg`Tenders go there`,
      check: (v) => (v && badEmails(v).length > 0 ? msg`This is not an e-mail address.` : undefined),
    },
    Phone: { label: msg`Phone`, input: Phone },
    RateModes: { label: msg`Modes`, input: choices(modes), required: true },
  },
  submit: msg`Add`,
  done: ({ CarrierName = '' }) => msg`Carrier (${CarrierName}) has been added successfully`,
  toRequest: ({ CarrierName = '', SCAC = '', Email: mail = '', Phone: phone = '', RateModes = [] }): CarrierAddReq => ({
    Mode: 'ADD',
    CarrierName,
    SCAC: SCAC.trim().toUpperCase(),
    Email: mail,
    Phone: phone,
    RateModes,
    Url: '',
  }),
})
