import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { ShipmentEndReq, ShipmentExceptReq } from '@sync/gen/api'
import type { Shipment } from '@sync/gen/tables'
import Dexie from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import { defineForm } from '@/kit/form/defineForm'
import { choiceOf, LongText } from '@/kit/form/inputs'
import type { Words } from '@/kit/words/words'
import { latest, numberOf } from './latest'
import { byStatus, type Move } from './moves'
import { moveWords } from './words'

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
  of: numberOf,
  subject,
  latest,
})

const carried = ['tender', 'retender', 'confirm', 'restore', 'tender-rejected', 'tender-expired']

/** Whether the carrier said no, or nothing: by the latest that was said of who carries it. */
async function saidNo(s: Shipment): Promise<boolean> {
  const events = await local().shipment_event.where('[shipmentId+n]').between([s.id, Dexie.minKey], [s.id, Dexie.maxKey]).toArray()
  const last = events.filter((e) => carried.includes(e.kind)).at(-1)
  return (last?.kind === 'tender-rejected' || last?.kind === 'tender-expired') && (last.data as { carrier?: string }).carrier === s.carrier
}

/** What ending a shipment means for everybody else, said before it is done. */
async function consequences(s: Shipment): Promise<string> {
  const asked = (await local().shipment_tender.where('shipmentId').equals(s.id).toArray()).find(
    (d) => d.state === 'open' || d.state === 'accepted',
  )
  const no = !asked && (await saidNo(s))
  // Whom somebody has spoken with is mailed too, as tellVoid of server/shipment/offer.go has it.
  const known = !asked && !no && ['T', 'M', 'A', 'X'].includes(s.status) ? await local().carrier.get(s.carrier) : undefined
  const to = asked?.email || known?.email
  const left = s.status === 'A' || s.status === 'D' || s.back === 'A'
  const told: Words[] = [
    msg`This cannot be undone.`,
    ...(to
      ? [msg`${s.carrierName} is told by mail at ${to}.`]
      : s.carrierName && !no
        ? [msg`Notify ${s.carrierName} yourself: no mail goes out.`]
        : []),
    ...(s.bol ? [msg`Discard the label and bill of lading ${s.bol}.`] : []),
    ...(s.orders.length === 0
      ? []
      : left
        ? [msg`The goods have left, so the orders stay shipped: ${s.orders.join(', ')}.`]
        : [msg`The orders are open again: ${s.orders.join(', ')}.`]),
  ]
  return told.map((w) => (typeof w === 'string' ? w : i18n._(w))).join(' ')
}

export const voidForm = async (s: Shipment) =>
  defineForm<ShipmentEndReq>('Shipment/Void', {
    title: msg`Void the shipment`,
    intro: await consequences(s),
    fields: { Reason },
    submit: msg({ message: 'Void', context: 'deed' }),
    done: msg`The shipment is void.`,
    of: () => s.number,
    subject,
    latest,
  })

export const archiveForm = async (s: Shipment) =>
  defineForm<ShipmentEndReq>('Shipment/ArchiveShipment', {
    title: msg`Archive the shipment`,
    intro: await consequences(s),
    fields: { Reason },
    submit: msg`Archive`,
    done: msg`The shipment is archived.`,
    of: () => s.number,
    subject,
    latest,
  })

/** Asks before a move that nothing takes back: a swipe or a slipped finger must not send a truck on its way. */
export const sureForm = (shipments: readonly Shipment[], move: Move) =>
  defineForm<object, boolean>(byStatus, {
    title: moveWords(move),
    intro: plural(shipments.length, {
      one: `Shipment ${shipments[0]?.number}: this cannot be undone.`,
      other: 'This cannot be undone for any of the # shipments.',
    }),
    fields: {},
    subject: () => `sure ${move.to}`,
    run: async () => true,
    submit: moveWords(move),
  })
