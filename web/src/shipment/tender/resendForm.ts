import { msg } from '@lingui/core/macro'
import { call } from '@sync/call'
import type { ShipmentTender } from '@sync/gen/tables'
import { defineForm } from '@/kit/form/defineForm'
import { Email } from '@/kit/form/inputs'

/** Another link for the carrier that is asked, where the mail was lost or went to the wrong person. */
export const resendForm = (d: ShipmentTender) =>
  defineForm<{ Email: string }>('Shipment/ResendTender', {
    title: msg`Send ${d.carrierName} a new link`,
    intro: msg`The earlier link stops working. The time to answer stays the same.`,
    fields: { Email: { label: msg`E-mail`, input: Email, required: true } },
    submit: msg`Send`,
    done: msg`A new link is on its way to ${d.carrierName}.`,
    subject: () => d.id,
    run: (request, key) => call('Shipment/ResendTender', { ...request, TenderId: d.id }, { key }),
  })
