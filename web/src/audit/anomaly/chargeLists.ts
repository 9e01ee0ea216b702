import { msg } from '@lingui/core/macro'
import type { AuditMetric, AuditOutlier } from '@sync/gen/api'
import { money } from '@/kit/format/measure'
import type { Column, ListSpec } from '@/kit/list/defineList'
import type { Words } from '@/kit/words/words'

const bases: Record<AuditOutlier['basis'], Words> = {
  lane: msg`Same carrier and lane`,
  carrier: msg`Same carrier, any lane`,
  none: msg`Too few`,
}

/** A code as the reader knows it: freight is the sum of linehaul, discount and fuel. */
export const chargeWord = (code: string, words: (w: Words) => string, charge: (code: string) => string) =>
  code === 'freight' ? words(msg`Freight with fuel`) : charge(code)

const amount = <R extends { currency: string }>(key: keyof R & string, label: Words, locale: string, phone = false): Column<R> => ({
  key,
  label,
  as: 'number',
  width: 120,
  value: (r) => Number(r[key]) / 100,
  cell: (r) => money(Number(r[key]), r.currency, locale),
  phone,
})

/** Charges that are out of line with the carrier's charges of the year before. */
export function outlierList(
  words: (w: Words) => string,
  charge: (code: string) => string,
  locale: string,
  comments: (row: AuditOutlier) => void,
): ListSpec<AuditOutlier> {
  return {
    name: 'audit-outliers',
    title: msg`Charges out of line`,
    columns: [
      {
        key: 'number',
        label: msg`Invoice`,
        as: 'identifier',
        width: 150,
        link: (r) => ({ page: 'InvoiceLookup', search: { id: r.invoiceId } }),
        phone: true,
      },
      { key: 'carrierName', label: msg`Carrier`, width: 170, value: (r) => r.carrierName || r.carrier, phone: true },
      { key: 'code', label: msg`Charge`, width: 160, code: (r) => r.code, value: (r) => chargeWord(r.code, words, charge), phone: true },
      { key: 'lane', label: msg`Lane (ZIP 3) or zone`, as: 'identifier', width: 150 },
      amount('amountMinor', msg`Billed`, locale, true),
      amount('usualMinor', msg`Usual`, locale, true),
      {
        key: 'highMinor',
        label: msg`In line`,
        as: 'number',
        width: 190,
        value: (r) => r.highMinor / 100,
        cell: (r) => `${money(r.lowMinor, r.currency, locale)} – ${money(r.highMinor, r.currency, locale)}`,
      },
      { key: 'basis', label: msg`Compared with`, width: 190, code: (r) => r.basis, value: (r) => words(bases[r.basis]) },
      { key: 'peers', label: msg`Charges compared`, as: 'number', width: 140 },
      { key: 'comments', label: msg`Comments`, as: 'number', width: 100 },
      {
        key: 'shipment',
        label: msg`Shipment`,
        as: 'identifier',
        width: 120,
        link: (r) => (r.shipmentId ? { page: 'ShipmentDetails', params: { shipmentid: r.shipmentId } } : undefined),
      },
      { key: 'warehouse', label: msg`Warehouse`, width: 110 },
      { key: 'currency', label: msg`Currency`, width: 90, hidden: true },
    ],
    filters: ['carrierName', 'code', 'basis', 'warehouse'],
    actions: [{ label: msg`Comments`, main: true, run: comments }],
    empty: msg`No charges out of line. A charge needs six of its kind in the year before.`,
  }
}

/** What metrics are told by beside the carrier: charge, lane, or charge and zone of parcels. */
type By = 'code' | 'lane' | 'parcel' | 'zone'

const metrics: Record<By, { name: string; title: Words }> = {
  code: { name: 'audit-accessorial-metrics', title: msg`Accessorials by carrier` },
  lane: { name: 'audit-lane-metrics', title: msg`Freight by lane` },
  parcel: { name: 'audit-parcel-metrics', title: msg`Parcels by carrier` },
  zone: { name: 'audit-zone-metrics', title: msg`Parcels by zone` },
}

/** How a batch's charges compare, by carrier and what else they are told by. */
export function metricList(words: (w: Words) => string, charge: (code: string) => string, locale: string, by: By): ListSpec<AuditMetric> {
  const columns: (Column<AuditMetric> | false)[] = [
    { key: 'carrierName', label: msg`Carrier`, width: 180, value: (r) => r.carrierName || r.carrier, phone: true },
    by === 'lane' || by === 'zone'
      ? {
          key: 'lane',
          label: by === 'zone' ? msg`Zone` : msg`Lane (ZIP 3)`,
          as: 'identifier',
          width: 120,
          phone: true,
          value: (r) => r.lane || words(msg`Unknown`),
        }
      : { key: 'code', label: msg`Charge`, width: 180, value: (r) => chargeWord(r.code, words, charge), phone: true },
    { key: 'charges', label: msg`Charges`, as: 'number', width: 100, phone: true },
    { key: 'out.n', label: msg`Out of line`, as: 'number', width: 110, value: (r) => r.out.n, phone: true },
    { key: 'judged', label: msg`Compared`, as: 'number', width: 110 },
    amount('totalMinor', msg`Total`, locale),
    amount('medianMinor', msg`Median this week`, locale),
    amount('usualMinor', msg`Median before`, locale),
    { key: 'peers', label: msg`Charges before`, as: 'number', width: 130 },
    { key: 'currency', label: msg`Currency`, width: 90 },
  ]
  return {
    ...metrics[by],
    columns: columns.filter((c) => c !== false),
    filters: ['carrierName'],
    empty: msg`No such charges in this batch.`,
  }
}
