import { msg } from '@lingui/core/macro'
import type { CarrierAccount, CarrierFlag, CarrierListedRow, CarrierParcelAccount } from '@sync/gen/api'
import { choiceOf, choices, type Option } from '@/kit/form/inputs'
import { useCall } from '@/kit/remote/useCall'
import { useSiteChoices } from '@/warehouse/public'

const modes = ['LTL', 'TL', 'INTERMODAL', 'FCL', 'LCL', 'INTLAIR', 'MTL', 'PARCEL'] as const
/** The modes of accounts under their trade names, which no language changes. */
export const modeNames = Object.fromEntries(modes.map((m) => [m, m])) as Record<CarrierAccount['RateMode'], string> // each of the modes above
export const ModesChoice = choices<string>(modes.map((value) => ({ value, label: value })))

export const colors: Record<CarrierFlag['Color'], ReturnType<typeof msg>> = {
  quiet: msg`Gray`,
  good: msg`Green`,
  waiting: msg`Blue`,
  attention: msg`Yellow`,
  stopped: msg`Red`,
}

export const payments: Record<CarrierParcelAccount['PaymentType'], ReturnType<typeof msg>> = {
  collect: msg`Collect`,
  'third-party': msg`Third party`,
}

/** Whose freight an account pays. */
export const accountTerms: Record<CarrierAccount['PaymentType'], ReturnType<typeof msg>> = {
  prepaid: msg`Prepaid`,
  collect: msg`Collect`,
  'third-party': msg`Third party`,
}

export const BillToChoice = choiceOf(() => {
  const { data } = useCall('Carriers/BillToAddresses', undefined)
  return data?.map((b): Option => ({ value: b.id, label: b.companyName }))
})

export const SiteChoice = choiceOf(useSiteChoices)

/** A flag that carriers are marked with. */
export const FlagChoice = choiceOf(() => {
  const { data } = useCall('Shipment/GetCarrierflags', undefined)
  return data?.map((f): Option => ({ value: f.FlagId, label: f.FlagName }))
})

/** What sort of carrier one of the directory is. */
export const kinds: Record<CarrierListedRow['Kind'], ReturnType<typeof msg>> = {
  ltl: msg`LTL`,
  regional: msg`Regional LTL`,
  truckload: msg`Truckload`,
  broker: msg`Broker`,
  parcel: msg`Parcel`,
  rail: msg`Rail`,
  ocean: msg`Ocean`,
}
