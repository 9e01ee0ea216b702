import { msg } from '@lingui/core/macro'
import type { AnalyticsRun, AnalyticsScheduled } from '@sync/gen/api'
import type { Right } from '@sync/gen/tables'
import { measure, money } from '@/kit/format/measure'
import type { Column, ListSpec } from '@/kit/list/defineList'
import type { Place } from '@/kit/page/PageLink'
import { statuses } from '@/kit/status/statuses'
import type { Words } from '@/kit/words/words'
import type { Figure, Group, Line, Subject } from './search'

interface About {
  label: Words
  /** What is counted, and by which day. */
  how: Words
  right: Right
  /** What the report's own key column is called, beside the load's. */
  number?: Words
  amount?: Words
  states: Record<string, Words>
}

const loadStates: Record<string, Words> = Object.fromEntries(Object.entries(statuses).map(([code, s]) => [code, s.label]))

/** The reports that there are. */
export const subjects: Record<Subject, About> = {
  shipments: { label: msg`Shipments`, how: msg`Loads by ship date, without archived ones.`, right: 'see-reports', states: loadStates },
  spend: {
    label: msg`Freight cost`,
    how: msg`Costs of loads with a carrier, by ship date. A cost that no longer applies is left out.`,
    right: 'see-money',
    amount: msg`Cost`,
    states: loadStates,
  },
  tenders: {
    label: msg`Tenders`,
    how: msg`Offers to carriers, by the day of the offer at the warehouse.`,
    right: 'see-money',
    amount: msg`Price`,
    states: {
      open: msg`Open`,
      accepted: msg`Accepted`,
      rejected: msg`Rejected`,
      expired: msg`Expired`,
      withdrawn: msg`Withdrawn`,
    },
  },
  invoices: {
    label: msg`Invoices`,
    how: msg`Carriers’ invoices, by the day they came in. Paid counts decided invoices only.`,
    right: 'see-money',
    number: msg`Invoice`,
    amount: msg`Billed`,
    states: {
      entered: msg`Entered`,
      'audit-errors': msg`Audit errors`,
      'carrier-review': msg`Carrier review`,
      'client-resolve': msg`Client resolve`,
      'audit-complete': msg`Audit complete`,
      invoiced: msg`Invoiced`,
    },
  },
  claims: {
    label: msg`Claims`,
    how: msg`Claims by the day they were filed, without withdrawn ones.`,
    right: 'see-claims',
    number: msg`Claim`,
    amount: msg`Claimed`,
    states: {
      preparing: msg`Preparing`,
      validating: msg`Validating`,
      submitted: msg`Submitted`,
      'in review': msg`In review`,
      payment: msg`Payment`,
      closed: msg`Closed`,
      archived: msg`Archived`,
    },
  },
  ratings: {
    label: msg`Ratings`,
    how: msg`How often rates were found for loads, by the day at the warehouse.`,
    right: 'see-money',
    states: { asked: msg`Rates requested`, taken: msg`Rate chosen`, spot: msg`Spot quote` },
  },
}

export const groups: Record<Group, Words> = {
  day: msg`By day`,
  week: msg`By week`,
  carrier: msg`By carrier`,
  warehouse: msg`By warehouse`,
  mode: msg`By mode`,
  state: msg`By status`,
}

/** What a figure of a report is called. */
export const figureWords = (subject: Subject, figure: Figure): Words =>
  figure === 'rows'
    ? subjects[subject === 'spend' ? 'shipments' : subject].label
    : figure === 'pallets'
      ? msg`Pallets`
      : figure === 'paid'
        ? msg`Paid`
        : (subjects[subject].amount ?? msg`Total`)

export const periods: Record<AnalyticsScheduled['Period'], Words> = {
  yesterday: msg`Yesterday`,
  'last-week': msg`Last week, Monday to Sunday`,
  'last-30-days': msg`Last 30 days`,
  'last-month': msg`Last calendar month`,
}

export const runStates: Record<AnalyticsRun['state'], Words> = {
  waiting: msg`In progress`,
  made: msg`Ready`,
  failed: msg`Failed`,
  deleted: msg`Deleted`,
}

const stateWords = (subject: Subject, state: string): Words => subjects[subject].states[state] ?? state

/** Where a row's own number leads. */
const own = (subject: Subject, r: Line): Place | undefined =>
  subject === 'invoices'
    ? { page: 'InvoiceLookup', search: { id: r.id } }
    : subject === 'claims'
      ? { page: 'ClaimsDetails', params: { ShipmentId: r.shipmentId } }
      : undefined

/** The table of a report. */
export function linesList(subject: Subject, words: (w: Words) => string, locale: string): ListSpec<Line> {
  const about = subjects[subject]
  const amount = (key: 'amountMinor' | 'paidMinor', label: Words): Column<Line> => ({
    key,
    label,
    as: 'number',
    width: 120,
    value: (r) => (r[key] === null ? undefined : r[key] / 100),
    cell: (r) => (r[key] === null ? '' : money(r[key], r.currency || 'USD', locale)),
    phone: true,
  })
  const columns: (Column<Line> | false)[] = [
    !!about.number && { key: 'number', label: about.number, as: 'identifier', width: 160, link: (r) => own(subject, r), phone: true },
    {
      key: 'shipment',
      label: msg`Shipment`,
      as: 'identifier',
      width: 120,
      link: (r) => (r.shipmentId ? { page: 'ShipmentDetails', params: { shipmentid: r.shipmentId } } : undefined),
      phone: true,
    },
    { key: 'day', label: msg`Day`, as: 'day', width: 140, phone: true },
    { key: 'state', label: msg`Status`, width: 140, code: (r) => r.state, value: (r) => words(stateWords(subject, r.state)), phone: true },
    { key: 'carrierName', label: msg`Carrier`, width: 180, value: (r) => r.carrierName || r.carrier },
    !!about.amount && amount('amountMinor', about.amount),
    (subject === 'invoices' || subject === 'claims') && amount('paidMinor', msg`Paid`),
    !!about.amount && { key: 'currency', label: msg`Currency`, width: 90 },
    subject === 'ratings' && { key: 'person', label: msg`User`, width: 160 },
    { key: 'warehouse', label: msg`Warehouse`, width: 110 },
    { key: 'mode', label: msg`Mode`, width: 90 },
    { key: 'toName', label: msg`Consignee`, width: 180 },
    { key: 'toCity', label: msg`City`, width: 140, hidden: true },
    { key: 'toState', label: msg`State`, width: 80, hidden: true },
    { key: 'pallets', label: msg`Pallets`, as: 'number', width: 90 },
    { key: 'pieces', label: msg`Pieces`, as: 'number', width: 90, hidden: true },
    {
      key: 'weight',
      label: msg`Weight`,
      as: 'number',
      width: 120,
      value: (r) => r.weight.milli,
      cell: (r) => (r.weight.unit ? measure(r.weight, locale) : ''),
    },
    { key: 'bol', label: msg`BOL`, as: 'identifier', hidden: true },
  ]
  return {
    name: `report-${subject}`,
    title: about.label,
    id: (r) => r.id,
    columns: columns.filter((c) => c !== false),
    filters: ['state', 'carrierName', 'warehouse', 'mode'],
    sort: [{ id: 'day', desc: true }],
    empty: msg`Nothing in this period.`,
  }
}

/** The columns of a file that the server makes by itself: those of the table, under the reader's words. */
export const fileColumns = (subject: Subject, words: (w: Words) => string) =>
  linesList(subject, words, 'en').columns.map((c) => ({ Key: c.key, Head: words(c.label) }))
