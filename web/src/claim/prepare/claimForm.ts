import { msg } from '@lingui/core/macro'
import type { ClaimCase, ClaimCaseReq, ClaimLine } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Money } from '@/kit/form/figures'
import { choice, choiceOf, LongText, oneOf } from '@/kit/form/inputs'
import type { Words } from '@/kit/words/words'
import { currencies } from '../carriers/carrierTerms'
import { kinds } from '../case/words'
import { useClaimantChoices } from '../claimants/addresses'
import { linesInput } from './LinesInput'

const keepers: { value: '' | 'claimant' | 'carrier'; label: Words }[] = [
  { value: 'claimant', label: msg`The claimant keeps them` },
  { value: 'carrier', label: msg`The carrier takes them` },
]

/** A claim as it is prepared: the form holds the request. `goods` are what the shipment holds. */
export const claimForm = (goods: readonly ClaimLine[]) =>
  defineForm<ClaimCaseReq, ClaimCase>('Claim/Save', {
    title: msg`Claim`,
    wide: true,
    submit: msg`Save claim`,
    done: msg`Claim saved`,
    fields: {
      Kind: { label: msg`Kind`, input: oneOf(kinds), row: 1 },
      ClaimantId: { label: msg`Claimant`, input: choiceOf(useClaimantChoices), row: 1 },
      DeliveredOn: { label: msg`Delivered on`, hint: msg`Empty where nothing was delivered`, row: 1 },
      Concealed: { label: msg`Concealed: found after the delivery receipt was signed`, when: (all) => all.Kind === 'damage' },
      Lines: {
        label: msg`Goods or charges`,
        input: linesInput(goods),
        part: (path) => {
          const n = Number(/^\[(\d+)\]/.exec(path)?.[1] ?? 0) + 1
          return [msg`Line ${n}`]
        },
      },
      FreightMinor: { label: msg`Freight charges claimed`, input: Money, when: (all) => all.Kind !== 'overcharge', row: 2 },
      Currency: { label: msg`Currency`, input: currencies, row: 2 },
      SalvageBy: { label: msg`Damaged goods`, input: choice(keepers), when: (all) => all.Kind === 'damage', row: 3 },
      SalvageMinor: {
        label: msg`Salvage value`,
        input: Money,
        hint: msg`Deducted from the claim`,
        when: (all) => all.Kind === 'damage' && all.SalvageBy === 'claimant',
        row: 3,
      },
      Statement: { label: msg`Statement of what happened`, input: LongText },
    },
    subject: (c) => c.ClaimId || c.ShipmentId || '',
  })
