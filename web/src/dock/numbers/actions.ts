import { msg } from '@lingui/core/macro'
import { tail } from '@/kit/format/identifier'
import type { Action } from '@/kit/remote/remote'

const text = (v: unknown) => (v === undefined || v === null ? '' : String(v))

/** How they are told where one needs another look. */
export const numberActions: Record<string, Action> = {
  'DockView/AddPallet': { did: (a) => msg`You added pallet ${tail(text(a.Sscc))}` },
  'DockView/LabelPallet': {
    did: (a) => msg`You gave a pallet the label ${tail(text(a.Sscc))}`,
    compare: (a, row) => [{ label: msg`Label`, yours: text(a.Sscc), now: text(row.sscc) }],
  },
  'DockView/UpdateShipmentDetails': {
    did: (a) => msg`You corrected the numbers of a load: ${[a.BolNumber, a.ProNumber, a.CarrierScac].filter(Boolean).join(', ')}`,
    compare: (a, row) => [
      { label: msg`Bill number`, yours: text(a.BolNumber || row.bol), now: text(row.bol) },
      { label: msg`PRO number`, yours: text(a.ProNumber || row.pro), now: text(row.pro) },
    ],
  },
  'Org/ReturnNumbers': { did: () => msg`You gave this tablet's numbers back` },
}
