import { msg, plural } from '@lingui/core/macro'
import { defineForm } from '@/kit/form/defineForm'
import { LongText } from '@/kit/form/inputs'

interface Back {
  Reason: string
}

/** Takes shipments apart into the orders that they were built of. The reason is kept with them. */
export const backForm = (n: number) =>
  defineForm<Back, Back>('Shipment/ArchiveShipment', {
    title: msg`Back to orders`,
    intro: plural(n, {
      one: 'The shipment is removed and its orders are open again. This cannot be undone.',
      other: '# shipments are removed and their orders are open again. This cannot be undone.',
    }),
    fields: { Reason: { label: msg`Reason`, input: LongText, required: true } },
    subject: () => 'back',
    run: async (request) => request as Back, // what the field above was filled with
    submit: msg`Back to orders`,
  })
