import { msg } from '@lingui/core/macro'
import type { PackingPlan } from '@sync/gen/tables'
import { defineForm } from '@/kit/form/defineForm'

/** Asks before what packers have scanned is thrown away. */
export const anewForm = (p: PackingPlan) =>
  defineForm<object, boolean>('Cartonization/GetAndBuildPackVerifyOrderData', {
    title: msg`Plan anew`,
    intro: msg`Order ${p.orderNumber} is being packed: what was scanned is forgotten, and it is packed again from the start.`,
    fields: {},
    subject: () => `anew ${p.id}`,
    run: async () => true,
    submit: msg`Plan anew`,
  })

/** Takes a plan back that nobody shall pack. */
export const takeBackForm = (p: PackingPlan) =>
  defineForm<object, unknown>('Packing/DropPlan', {
    title: msg`Take the packing back`,
    intro: msg`Order ${p.orderNumber} leaves the packing tables. It stays as it is, and can be planned again.`,
    fields: {},
    toRequest: () => ({ PlanId: p.id }),
    subject: () => p.id,
    submit: msg`Take it back`,
    done: msg`The packing is taken back.`,
    of: () => p.orderNumber,
  })
