import { msg } from '@lingui/core/macro'
import type { ClaimAddress, ClaimAddressReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choiceOf, oneOf } from '@/kit/form/inputs'
import { useCall } from '@/kit/remote/useCall'
import { resource } from '@/kit/resource/resource'
import type { Words } from '@/kit/words/words'

/** What an address is for. */
export const purposes: Record<ClaimAddress['Purpose'], Words> = {
  mail: msg`Letters`,
  payment: msg`Payments`,
  inspection: msg`Inspection`,
}

export const useClaimantChoices = () => useCall('Claim/Claimants', undefined).data?.map((c) => ({ value: c.ClaimantId, label: c.Name }))

/** Where claimants take letters and payments, and where their damaged goods can be inspected. `nameOf` names a claimant. */
export const addresses = (words: (w: Words) => string, nameOf: (claimant: string) => string) =>
  resource<ClaimAddress, ClaimAddressReq>({
    title: msg`Claimant address`,
    list: 'Claim/Addresses',
    id: (a) => a.AddressId,
    called: (a) => `${a.Name}, ${a.City}`,
    write: 'file-claims',
    columns: [
      { key: 'ClaimantId', label: msg`Claimant`, value: (a) => nameOf(a.ClaimantId), phone: true },
      { key: 'Purpose', label: msg`For`, value: (a) => words(purposes[a.Purpose]), phone: true },
      { key: 'Name', label: msg`Name` },
      { key: 'Street', label: msg`Street` },
      { key: 'City', label: msg`City`, value: (a) => [a.City, a.State, a.Zip].filter(Boolean).join(', '), phone: true },
      { key: 'Country', label: msg`Country` },
      { key: 'Hours', label: msg`Hours` },
    ],
    filters: ['Purpose'],
    empty: msg`No addresses. Add where your claimants take letters and payments.`,
    fresh: { Purpose: 'mail', Country: 'US' },
    form: defineForm<ClaimAddressReq, ClaimAddress>('Claim/SaveAddress', {
      title: msg`Claimant address`,
      fields: {
        ClaimantId: { label: msg`Claimant`, input: choiceOf(useClaimantChoices), row: 1 },
        Purpose: { label: msg`For`, input: oneOf(purposes), row: 1 },
        Name: {},
        Street: {},
        City: { row: 2 },
        State: { row: 2 },
        Zip: { row: 3 },
        Country: { row: 3, hint: msg`Two letters: US` },
        Hours: { when: (all) => all.Purpose === 'inspection', hint: msg`When an inspector finds somebody there` },
      },
    }),
    end: 'Claim/DeleteAddress',
    restore: 'Claim/RestoreAddress',
  })
