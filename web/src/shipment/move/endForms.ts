import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { ShipmentEndReq, ShipmentExceptReq, ShipmentTenderReq } from '@sync/gen/api'
import { useLiveQuery } from 'dexie-react-hooks'
import { defineForm } from '@/kit/form/defineForm'
import { choiceOf, LongText } from '@/kit/form/inputs'
import { CarrierChoice } from '../build/inputs'
import { latest } from './latest'

const subject = (initial: { ShipmentId?: string }) => initial.ShipmentId ?? ''
const Reason = { label: msg`Reason`, input: LongText, required: true }

const ExceptionChoice = choiceOf(() =>
  useLiveQuery(async () => (await local().shipment_exception_code.toArray()).map((c) => ({ value: c.id, label: c.text }))),
)

/** Stops a shipment; it can go on only from where it stood. */
export const exceptForm = defineForm<ShipmentExceptReq>('Shipment/ExceptionShipment', {
  title: msg`Report an exception`,
  fields: { ExceptionCode: { label: msg`What happened`, input: ExceptionChoice, required: true }, Reason },
  submit: msg`Report`,
  done: msg`The exception is noted.`,
  subject,
  latest,
})

export const voidForm = defineForm<ShipmentEndReq>('Shipment/Void', {
  title: msg`Void the shipment`,
  intro: msg`This cannot be undone. Tell the carrier, and throw the label and the bill of lading away. Orders that have not left are open again.`,
  fields: { Reason },
  submit: msg({ message: 'Void', context: 'deed' }),
  done: msg`The shipment is void.`,
  subject,
  latest,
})

export const archiveForm = defineForm<ShipmentEndReq>('Shipment/ArchiveShipment', {
  title: msg`Archive the shipment`,
  intro: msg`This cannot be undone. Orders that have not left are open again.`,
  fields: { Reason },
  submit: msg`Archive`,
  done: msg`The shipment is archived.`,
  subject,
  latest,
})

/** The consignee pays and chose the carrier, so no rates are asked. */
export const tenderForm = defineForm<ShipmentTenderReq>('Shipment/CollectTender', {
  title: msg`Give it to the customer's carrier`,
  fields: { Carrier: { label: msg`Carrier`, input: CarrierChoice, required: true, hint: msg`By name or SCAC` } },
  submit: msg`Schedule`,
  done: msg`The shipment is scheduled.`,
  subject,
  latest,
})
