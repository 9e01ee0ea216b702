import { msg } from '@lingui/core/macro'
import type { OrgMergeResp } from '@sync/gen/api'
import type { Words } from '@/kit/words/words'

/** What the records are called that follow a merge. */
export const followWords: Record<OrgMergeResp['Follows'][number]['Noun'], Words> = {
  orders: msg`Orders`,
  'open-order-addresses': msg`Delivery addresses of open orders`,
  shipments: msg`Loads`,
  items: msg`Items`,
  'order-files': msg`Order files`,
  'order-transfers': msg`Order transfers`,
  markups: msg`Markups`,
  'freight-accounts': msg`Freight accounts`,
  'parcel-accounts': msg`Parcel accounts`,
  rules: msg`Rules`,
  'packing-plans': msg`Packing plans`,
  templates: msg`Templates`,
}
