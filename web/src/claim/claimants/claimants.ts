import { msg } from '@lingui/core/macro'
import type { Claimant, ClaimantReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { resource } from '@/kit/resource/resource'

/** In whose name claims are filed. */
export const claimants = resource<Claimant, ClaimantReq>({
  title: msg`Claimants`,
  list: 'Claim/Claimants',
  id: (c) => c.ClaimantId,
  called: (c) => c.Name,
  write: 'manage-claims',
  columns: [
    { key: 'Name', label: msg`Claimant`, phone: true },
    { key: 'Contact', label: msg`Contact`, phone: true },
    { key: 'Email', label: msg`E-mail` },
    { key: 'Phone', label: msg`Phone` },
    { key: 'Reference', label: msg`Reference`, as: 'identifier' },
    { key: 'Usual', label: msg`Default`, value: (c) => (c.Usual ? '✓' : '') },
  ],
  empty: msg`No claimants. Add the company in whose name you claim.`,
  form: defineForm<ClaimantReq, Claimant>('Claim/SaveClaimant', {
    title: msg`Claimant`,
    fields: {
      Name: {},
      Contact: { label: msg`Contact`, row: 1 },
      Reference: { label: msg`Reference`, hint: msg`Your customer or tax number`, row: 1 },
      Email: { row: 2 },
      Phone: { row: 2 },
      Usual: { label: msg`New claims begin with this claimant` },
    },
  }),
  end: 'Claim/DeleteClaimant',
  restore: 'Claim/RestoreClaimant',
})
