import { msg } from '@lingui/core/macro'
import type { Order } from '@sync/gen/tables'
import { type BulkAction, defineList } from '@/kit/list/defineList'

/** Open orders as whoever plans routes reads them. */
export const orderList = (plan: Pick<BulkAction<Order>, 'label' | 'run'>) =>
  defineList<Order>({
    name: 'orders-to-route',
    title: msg`Run scenario`,
    columns: [
      { key: 'number', label: msg`Order`, as: 'identifier' },
      { key: 'customer', label: msg`Customer` },
      { key: 'consignee', label: msg`Consignee`, value: (o) => o.consignee.name, phone: true },
      { key: 'city', label: msg`City`, value: (o) => o.consignee.city, phone: true },
      { key: 'region', label: msg`State`, value: (o) => o.consignee.state },
      { key: 'zip', label: msg`ZIP`, value: (o) => o.consignee.zip },
      { key: 'shipOn', label: msg`Ship date`, as: 'day' },
      { key: 'dueOn', label: msg`Due`, as: 'day' },
      { key: 'pallets', label: msg`Pallets`, as: 'number' },
      { key: 'weight', label: msg`Weight`, as: 'measure', phone: true },
      { key: 'terms', label: msg`Terms` },
    ],
    filters: ['region', 'customer', 'terms'],
    bulk: [plan],
    empty: msg`No open orders ship from here by this day.`,
  })
