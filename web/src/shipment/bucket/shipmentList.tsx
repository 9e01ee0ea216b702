import { msg, plural } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { Shipment, ShipmentTender } from '@sync/gen/tables'
import { openForm } from '@/kit/form/FormDialog'
import { Day } from '@/kit/format/Formats'
import { modeName } from '@/kit/format/mode'
import { windowOf } from '@/kit/format/window'
import type { BulkAction, Column, ListSpec, RowAction } from '@/kit/list/defineList'
import { can } from '@/kit/remote/can'
import { theRemote } from '@/kit/remote/remote'
import { submit } from '@/kit/remote/submit'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { type Status, statuses } from '@/kit/status/statuses'
import { toasts } from '@/kit/toast/toast'
import type { Words } from '@/kit/words/words'
import { dockForm, dockStart } from '../build/dockForm'
import { makeMove, moveAll } from '../move/makeMove'
import { mayMake, rightOf } from '../move/may'
import { byStatus, type Move, movesFrom, movesOf, onward, swipes } from '../move/moves'
import { askMany, askOne } from '../move/quotes'
import { termsWords } from '../move/status'
import { moveWords } from '../move/words'
import { askPickups } from './askPickups'
import { bucketOf } from './buckets'
import { type Costs, dueColumn, priceColumn } from './costs'
import { isLate } from './late'
import { tryColumn } from './tries'

type Text = (w: Words) => string

/** The columns of every list of shipments. Words are needed here because filters and the export show the value itself. */
export const shipmentColumns = (text: Text, locale: string, costs?: Costs): Column<Shipment>[] => [
  {
    key: 'number',
    label: msg`Shipment`,
    as: 'identifier',
    width: 110,
    link: (s) => ({ page: 'ShipmentDetails', params: { shipmentid: s.id } }),
  },
  {
    key: 'status',
    label: msg`Status`,
    width: 130,
    value: (s) => text(statuses[s.status].label),
    cell: (s) => <StatusBadge {...statuses[s.status]} />,
  },
  {
    key: 'shipOn',
    label: msg`Ship date`,
    width: 186,
    cell: (s) => (
      <>
        <Day text={s.shipOn} />
        {isLate(s) && <StatusBadge hue="attention" label={msg`late`} />}
      </>
    ),
  },
  { key: 'pickupFrom', label: msg`Window`, width: 110, value: (s) => windowOf(s.pickupFrom, s.pickupTo) },
  { key: 'carrierName', label: msg`Carrier`, width: 200 },
  dueColumn(costs),
  { key: 'warehouse', label: msg`WHSE`, width: 90 },
  { key: 'consignee', label: msg`Consignee`, width: 210, value: (s) => s.destination.name },
  { key: 'place', label: msg`To`, width: 160, value: (s) => [s.destination.city, s.destination.state].filter(Boolean).join(', ') },
  ...priceColumn(costs, locale),
  { key: 'bol', label: msg`BOL`, as: 'identifier', width: 190 },
  { key: 'pro', label: msg`PRO`, as: 'identifier', width: 130 },
  { key: 'orders', label: msg`Orders`, as: 'list', width: 170, phone: false },
  { key: 'terms', label: msg`Terms`, width: 100, value: (s) => text(termsWords[s.terms]), phone: false },
  { key: 'pallets', label: msg`Pallets`, as: 'number', width: 80 },
  { key: 'weight', label: msg`Weight`, as: 'measure', width: 110 },
  { key: 'pieces', label: msg`Pieces`, as: 'number', hidden: true, phone: false },
  { key: 'customer', label: msg`Customer`, hidden: true, phone: false },
  { key: 'mode', label: msg`Rate mode`, value: (s) => text(modeName(s.mode)), hidden: true, phone: false },
  { key: 'entity', label: msg`Charged to`, value: (s) => s.billTo.name, hidden: true, phone: false },
  {
    key: 'builder',
    label: msg`Built by`,
    value: (s) => text(s.createdBy === theRemote().session()?.user ? msg`me` : msg`someone else`),
    hidden: true,
    phone: false,
  },
  { key: 'refs', label: msg`References`, as: 'list', hidden: true, phone: false },
  { key: 'createdAt', label: msg`Built`, as: 'dateTime', hidden: true, phone: false },
]

const bulkOf = (m: Move): BulkAction<Shipment> => ({ label: moveWords(m), when: (s) => mayMake(s, m), run: (rows) => moveAll(rows, m) })

export const canDock = (s: Shipment) => can('move-loads') && !s.onDock && !s.inbound && (s.status === 'T' || s.status === 'M')

/** Hands one shipment to the dock; the form offers the doors of its warehouse. */
export async function putOnDock(s: Shipment) {
  const site = await local().warehouse_site.get(s.warehouse)
  return openForm(dockForm(site), dockStart(s, site))
}

const dockMany: BulkAction<Shipment> = {
  label: msg`Put on the dock`,
  icon: 'dock',
  when: canDock,
  run: async (rows) => {
    for (const s of rows) await submit('Shipment/PutOnDock', { ShipmentId: s.id })
  },
}

/** Asks the carrier of each for its pickup by mail. What was asked for already stays as it is. */
const pickupMany: BulkAction<Shipment> = {
  label: msg`Ask for the pickup`,
  when: () => can('tender'),
  run: async (rows) => {
    const ShipmentIds = rows.map((s) => s.id)
    const done = await askPickups(ShipmentIds)
    const refused = done.filter((r) => r.status === 'error')
    const asked = done.length - refused.length
    if (asked > 0)
      toasts.good(
        plural(asked, {
          one: 'The carrier of # shipment is asked to pick it up.',
          other: 'The carriers of # shipments are asked to pick them up.',
        }),
      )
    const nobody = refused.filter((r) => r.message === 'pickup-nobody-to-ask')
    const nobodys = nobody.map((r) => r.number).join(', ')
    if (nobody.length > 0) toasts.warn(msg`No e-mail address of the carrier is known. Call for ${nobodys}.`)
    const others = refused.filter((r) => !nobody.includes(r)).map((r) => r.number || r.shipmentId)
    if (others.length > 0) toasts.warn(msg`No pickup was asked for: ${others.join(', ')}. They have no carrier any more.`)
    return false as const
  },
}

/** What can be done with one row of a list: only what the state machine offers for it. */
export const rowActions = (moves: Move[]): RowAction<Shipment>[] => [
  { label: msg`Put on the dock`, icon: 'dock', when: canDock, run: putOnDock, main: true },
  ...moves.map(
    (m): RowAction<Shipment> => ({
      label: moveWords(m),
      when: (s) => mayMake(s, m),
      run: (s) => makeMove(s, m),
      main: onward(m),
      hard: m.asks !== undefined,
    }),
  ),
]

/** The same moves under a finger. */
function swipeOf(s: Shipment): ReturnType<NonNullable<ListSpec<Shipment>['swipe']>> {
  const { left, right } = can('move-loads') ? swipes(s) : { left: undefined, right: undefined }
  const act = (m: Move): RowAction<Shipment> => ({ label: moveWords(m), run: (row) => makeMove(row, m) })
  return { ...(left ? { left: act(left) } : {}), ...(right ? { right: act(right) } : {}) }
}

const untendered: Status[] = ['O', 'S', 'Q', 'H']

/** One bucket as a list: the moves of its status as bulk actions, the nearest ship date first. */
export function bucketList(
  status: Status,
  title: Words,
  text: Text,
  locale: string,
  of: { tries?: ReadonlyMap<string, ShipmentTender> | undefined; costs?: Costs | undefined } = {},
): ListSpec<Shipment> {
  const moves = movesFrom(status)
  const failed = of.tries && of.tries.size > 0 ? of.tries : undefined
  const byHand = moves.filter((m) => m.op === byStatus)
  return {
    name: `bucket-${status}`,
    title,
    entity: 'shipment',
    columns: shipmentColumns(text, locale, of.costs)
      .filter((c) => c.key !== 'status')
      // What failed stands beside the number, with its cause; the way to try again is the row's own.
      .flatMap((c) => (c.key === 'shipOn' && failed ? [tryColumn(failed, text), c] : [c]))
      // Before a carrier is chosen there is neither a bill nor a PRO to look at.
      .map((c) => (untendered.includes(status) && ['carrierName', 'arrivesOn', 'bol', 'pro'].includes(c.key) ? { ...c, hidden: true } : c)),
    filters: [...(failed ? ['lastTry'] : []), 'warehouse', 'carrierName', 'customer', 'mode', 'terms', 'shipOn', 'entity', 'builder'],
    sort: [{ id: 'shipOn' }],
    pageSize: bucketOf(status)?.size ?? 15,
    actions: [...rowActions(moves), ...(status === 'Q' ? [askOne] : [])],
    swipe: swipeOf,
    bulk: [
      ...(status === 'T' || status === 'M' ? [pickupMany, dockMany] : []),
      ...(status === 'Q' ? [askMany] : []),
      ...byHand.map(bulkOf),
    ],
    empty: emptyOf[status] ?? msg`No shipments here.`,
  }
}

const emptyOf: Partial<Record<Status, Words>> = {
  O: msg`No shipment has been put back to open.`,
  S: msg`Nothing is saved for later.`,
  Q: msg`Nothing waits for a carrier. Shipments that are built without one come here.`,
  H: msg`Nothing is deferred.`,
  T: msg`Nothing is scheduled. Build a shipment of open orders and give it a carrier.`,
  M: msg`No carrier has confirmed a pickup that is still to come.`,
  A: msg`Nothing is on the road. Shipments come here when the driver has signed.`,
  D: msg`Nothing has been delivered lately. Older shipments are in the history.`,
}

/** All shipments on this device. */
export function everyShipment(text: Text, locale: string, costs?: Costs): ListSpec<Shipment> {
  return {
    name: 'shipments',
    title: msg`Shipments`,
    entity: 'shipment',
    columns: shipmentColumns(text, locale, costs),
    filters: ['status', 'warehouse', 'carrierName', 'customer', 'mode', 'terms', 'shipOn', 'entity', 'builder'],
    sort: [{ id: 'shipOn' }],
    actions: [
      // In no row a button: among all statuses few rows have one, and its room is taken from the columns of all.
      { label: msg`Put on the dock`, icon: 'dock', when: canDock, run: putOnDock },
      ...unique(['S', 'Q', 'H', 'T', 'M', 'A', 'X', 'D'].flatMap((s) => movesFrom(s as Status))), // all letters of the type
    ],
    bulk: [dockMany],
    empty: msg`No shipments yet. Build one of open orders.`,
  }
}

/** One entry for each thing to do, whatever the status: "Defer" is the same wherever it is offered. */
function unique(moves: Move[]): RowAction<Shipment>[] {
  const seen = new Map<string, RowAction<Shipment>>()
  for (const { action, to, asks } of moves)
    seen.set(`${action} ${to}`, {
      label: moveWords({ action, to, from: to }),
      when: (s) => movesOf(s).some((m) => m.action === action && m.to === to && can(rightOf(m))),
      hard: asks !== undefined,
      run: (s) => {
        const move = movesOf(s).find((m) => m.action === action && m.to === to)
        return move && makeMove(s, move)
      },
    })
  return [...seen.values()]
}
