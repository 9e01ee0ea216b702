import { msg } from '@lingui/core/macro'
import type { AuditWeekly, AuditWeeklyInvoice } from '@sync/gen/api'
import { count, money } from '@/kit/format/measure'
import type { ListSpec } from '@/kit/list/defineList'
import { StatusBadge } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'
import { states } from '../states'

type Amount<R> = { [K in keyof R]: R[K] extends number ? K : never }[keyof R] & string

/** A column of amounts in the row's own currency. */
const amount = <R extends { currency: string }>(locale: string, key: Amount<R>, label: Words, phone = false) => {
  const minor = (r: R) => Number(r[key]) // one of the row's numbers, as its type says
  return {
    key,
    label,
    as: 'number' as const,
    width: 120,
    value: (r: R) => minor(r) / 100,
    cell: (r: R) => money(minor(r), r.currency, locale),
    phone,
  }
}

/** Batches by carrier. */
export const weeklyList = (locale: string): ListSpec<AuditWeekly> => ({
  name: 'audit-weekly',
  title: msg`Weekly reports`,
  id: (r) => `${r.week} ${r.carrier} ${r.currency}`,
  columns: [
    { key: 'week', label: msg`Batch`, as: 'identifier', width: 100, phone: true },
    { key: 'monday', label: msg`Week of`, as: 'day', width: 150 },
    { key: 'carrierName', label: msg`Carrier`, width: 190, value: (r) => r.carrierName || r.carrier, phone: true },
    { key: 'invoices', label: msg`Invoices`, as: 'number', width: 90 },
    {
      key: 'firstPass',
      label: msg`First pass`,
      as: 'number',
      width: 120,
      inFile: 'firstPass.n',
      value: (r) => r.firstPass.n,
      cell: (r) => `${count(r.firstPass.n, locale)}/${count(r.firstPass.of, locale)}`,
    },
    { key: 'waiting', label: msg`Waiting`, as: 'number', width: 90 },
    amount(locale, 'billedMinor', msg`Billed`),
    amount(locale, 'paidMinor', msg`Paid`),
    amount(locale, 'creditedMinor', msg`Credited`),
    amount(locale, 'savedMinor', msg`Saved`, true),
    { key: 'currency', label: msg`Currency`, width: 90, hidden: true },
  ],
  sort: [{ id: 'week', desc: true }],
  empty: msg`No invoices came in during these weeks.`,
})

/** The invoices of one batch. */
export const invoicesOfWeek = (words: (w: Words) => string, locale: string): ListSpec<AuditWeeklyInvoice> => ({
  name: 'audit-week',
  title: msg`Invoices of the week`,
  columns: [
    {
      key: 'number',
      label: msg`Invoice`,
      as: 'identifier',
      width: 170,
      link: (r) => ({ page: 'InvoiceLookup', search: { id: r.id } }),
      phone: true,
    },
    {
      key: 'state',
      label: msg`State`,
      width: 150,
      code: (r) => r.state,
      value: (r) => words(states[r.state].label),
      cell: (r) => <StatusBadge {...states[r.state]} />,
      phone: true,
    },
    { key: 'carrierName', label: msg`Carrier`, width: 180, value: (r) => r.carrierName || r.carrier },
    { key: 'invoicedOn', label: msg`Invoice date`, as: 'day', width: 140 },
    amount(locale, 'totalMinor', msg`Billed`, true),
    amount(locale, 'creditMinor', msg`Credited`),
    amount(locale, 'payMinor', msg`Pay`),
    amount(locale, 'shortMinor', msg`Short`),
    {
      key: 'shipment',
      label: msg`Shipment`,
      as: 'identifier',
      width: 110,
      link: (r) => (r.shipmentId ? { page: 'ShipmentDetails', params: { shipmentid: r.shipmentId } } : undefined),
    },
    { key: 'currency', label: msg`Currency`, width: 90, hidden: true },
    { key: 'warehouse', label: msg`Warehouse`, width: 110, hidden: true },
  ],
  filters: ['state', 'carrierName', 'currency'],
  empty: msg`No invoices came in during this week.`,
})
