import { msg } from '@lingui/core/macro'
import type { CarrierCompany, CarrierCompanyReq, CarrierCompanyRow } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Day, Email, Phone } from '@/kit/form/inputs'
import { defineList } from '@/kit/list/defineList'
import { inWords } from '@/kit/words/words'
import { FlagChoice, ModesChoice } from './words'

/** A carrier: who it is, who is to be asked there, until when it is insured. */
export const companyForm = defineForm<CarrierCompanyReq, CarrierCompany>('Carriers/SaveCompany', {
  title: msg`Carrier`,
  wide: true,
  fields: {
    SCAC: { label: msg`SCAC`, hint: msg`Two to four letters`, row: 1 },
    CarrierName: { label: msg`Name`, row: 1 },
    RateModes: { label: msg`Modes`, input: ModesChoice },
    FlagId: { label: msg`Flag`, input: FlagChoice },
    Email: { input: Email, hint: msg`Tenders go there`, row: 2 },
    Contact: { row: 2 },
    Phone: { input: Phone, row: 3 },
    Url: { label: msg`Website`, row: 3 },
    DotNumber: { label: msg`DOT #`, row: 4 },
    McNumber: { label: msg`MC #`, row: 4 },
    Insurer: { label: msg`Cargo insurer`, row: 5 },
    PolicyNumber: { label: msg`Policy #`, row: 5 },
    InsuredUntil: { label: msg`Insured through`, input: Day, row: 5 },
  },
})

const { SCAC: _, ...others } = companyForm.fields
/** A carrier that is there: its SCAC is what loads and contracts name it by, and stays. */
export const companyChange = { ...companyForm, fields: others, subject: (c: Partial<CarrierCompanyReq>) => c.SCAC ?? '' }

export const companies = defineList<CarrierCompanyRow>({
  name: 'Carriers/Companies',
  title: msg`Carriers`,
  id: (c) => c.SCAC,
  columns: [
    { key: 'SCAC', label: msg`SCAC`, as: 'identifier', phone: true },
    { key: 'CarrierName', label: msg`Name`, phone: true },
    { key: 'RateModes', label: msg`Modes`, value: (c) => c.RateModes.join(', '), phone: true },
    { key: 'FlagName', label: msg`Flag` },
    { key: 'IsDisabled', label: msg`Active`, value: (c) => inWords(c.IsDisabled ? msg`No` : msg`Yes`), phone: true },
    { key: 'InsuredUntil', label: msg`Insured through`, as: 'day' },
    { key: 'Contact', label: msg`Contact` },
    { key: 'Email', label: msg`E-mail`, value: (c) => c.Email || inWords(msg`Missing`) },
    { key: 'Phone', label: msg`Phone` },
    { key: 'DotNumber', label: msg`DOT #`, as: 'identifier', hidden: true },
    { key: 'McNumber', label: msg`MC #`, as: 'identifier', hidden: true },
    { key: 'Insurer', label: msg`Cargo insurer`, hidden: true },
    { key: 'PolicyNumber', label: msg`Policy #`, as: 'identifier', hidden: true },
  ],
  filters: ['FlagName', 'IsDisabled'],
  hue: (c) => (c.IsDisabled ? 'stopped' : c.Email ? undefined : 'attention'),
  empty: msg`No carriers yet. Add the carriers that haul your freight, from the directory or by hand.`,
})
