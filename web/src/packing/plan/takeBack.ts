import { msg } from '@lingui/core/macro'
import type { PackingPlan } from '@sync/gen/tables'
import { defineForm } from '@/kit/form/defineForm'

/** Asks before what packers have scanned is thrown away. */
export const anewForm = (p: PackingPlan) =>
  defineForm<object, boolean>('Cartonization/GetAndBuildPackVerifyOrderData', {
    title: msg`Plan again`,
    intro: msg`Order ${p.orderNumber} is being packed. Its scans are discarded, and packing starts over.`,
    fields: {},
    subject: () => `anew ${p.id}`,
    run: async () => true,
    submit: msg`Plan again`,
  })

/** Takes a plan back that nobody shall pack. */
export const takeBackForm = (p: PackingPlan) =>
  defineForm<object, unknown>('Packing/DropPlan', {
    title: msg`Undo packing plan`,
    intro: msg`Order ${p.orderNumber} leaves the packing tables. It stays as it is, and can be planned again.`,
    fields: {},
    toRequest: () => ({ PlanId: p.id }),
    subject: () => p.id,
    submit: msg`Undo packing plan`,
    done: msg`Packing plan undone.`,
    of: () => p.orderNumber,
  })
