import { msg } from '@lingui/core/macro'
import type { AuditInvoice } from '@sync/gen/api'
import { invoiceStates } from '@sync/gen/invoiceStates'
import { money } from '@/kit/format/measure'
import type { Column, ListSpec, RowAction } from '@/kit/list/defineList'
import { can } from '@/kit/remote/can'
import { StatusBadge } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'
import { move } from '../forms'
import { actions, kinds, moves, states } from '../states'

const columns = (
  text: (w: Words) => string,
  locale: string,
  rule: (code: AuditInvoice['exceptions'][number]['code']) => string,
): Column<AuditInvoice>[] => {
  const amount = (key: 'totalMinor' | 'expectedMinor' | 'payMinor' | 'shortMinor', label: Words): Column<AuditInvoice> => ({
    key,
    label,
    as: 'number',
    width: 110,
    value: (i) => i[key] / 100,
    cell: (i) => money(i[key], i.currency, locale),
    phone: key === 'totalMinor',
  })
  return [
    {
      key: 'number',
      label: msg`Invoice`,
      as: 'identifier',
      width: 170,
      link: (i) => ({ page: 'InvoiceLookup', search: { id: i.id } }),
      phone: true,
    },
    {
      key: 'state',
      label: msg`State`,
      width: 150,
      code: (i) => i.state,
      value: (i) => text(states[i.state].label),
      cell: (i) => <StatusBadge {...states[i.state]} />,
      phone: true,
    },
    { key: 'carrierName', label: msg`Carrier`, width: 180 },
    { key: 'invoicedOn', label: msg`Invoice date`, as: 'day', width: 110 },
    amount('totalMinor', msg`Billed`),
    amount('expectedMinor', msg`Expected`),
    amount('payMinor', msg`Pay`),
    amount('shortMinor', msg`Short`),
    {
      key: 'exceptions',
      label: msg`Exceptions`,
      width: 320,
      value: (i) =>
        i.exceptions
          .filter((e) => !e.waived)
          .map((e) => rule(e.code))
          .join(' '),
      phone: true,
    },
    {
      key: 'shipment',
      label: msg`Shipment`,
      as: 'identifier',
      width: 110,
      link: (i) => (i.shipmentId ? { page: 'ShipmentDetails', params: { shipmentid: i.shipmentId } } : undefined),
    },
    { key: 'pro', label: msg`PRO`, as: 'identifier', width: 120 },
    { key: 'kind', label: msg`Kind`, width: 110, code: (i) => i.kind, value: (i) => text(kinds[i.kind]), hidden: true },
    { key: 'warehouse', label: msg`Warehouse`, width: 110, hidden: true },
    { key: 'receivedAt', label: msg`Received`, as: 'dateTime', hidden: true },
  ]
}

/** An action for each move of the state machine: offered exactly where the server would accept it. */
const rowActions: RowAction<AuditInvoice>[] = ['approve', 'release', 'dispute', 'resolve', 'return']
  .filter((action) => invoiceStates.some((t) => t.action === action))
  .map((action) => {
    const of = (i: AuditInvoice) => moves(i, can).find((t) => t.action === action)
    return {
      label: actions[action] ?? action,
      main: action === 'approve' || action === 'release',
      when: (i) => of(i) !== undefined,
      run: (i) => {
        const t = of(i)
        return t && move(i, t)
      },
    }
  })

/** Invoices as a list: what was expected, what was billed, and why it is not paid as billed. */
export const invoiceList = (
  name: string,
  title: Words,
  empty: Words,
  text: (w: Words) => string,
  locale: string,
  rule: (code: AuditInvoice['exceptions'][number]['code']) => string,
): ListSpec<AuditInvoice> => ({
  name,
  title,
  columns: columns(text, locale, rule),
  filters: ['carrierName', 'kind', 'warehouse'],
  actions: rowActions,
  hue: (i) => (i.exceptions.some((e) => e.stops && !e.waived) ? 'stopped' : undefined),
  empty,
})
