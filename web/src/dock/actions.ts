import { msg } from '@lingui/core/macro'
import { tail } from '@/kit/format/identifier'
import type { Action } from '@/kit/remote/remote'
import { numberActions } from './numbers/actions'

const lpn = (args: Record<string, unknown>) => tail(String(args.Lpn || args.PalletId || ''))
const text = (v: unknown) => (v === undefined || v === null ? '' : String(v))
const weight = (v: unknown) => {
  const { milli = 0, unit = '' } = (v ?? {}) as { milli?: number; unit?: string } // a measure, as the wire spells it
  return `${milli / 1000} ${unit}`.trim()
}
const lotText = (a: Record<string, unknown>) => [a.Lot, a.ExpiresOn, a.BestBefore].map(text).filter(Boolean).join(', ') || '–'

/** How the dock's actions are told to the person who did them, where one needs another look. */
export const actions: Record<string, Action> = {
  ...numberActions,
  'DockView/LoadPallet': { did: (a) => msg`You loaded pallet ${lpn(a)}` },
  'DockView/UnloadPallet': { did: (a) => msg`You took pallet ${lpn(a)} off the trailer` },
  'DockView/NoteShort': {
    did: (a) => msg`You noted ${Number(a.Pieces ?? 0)} pieces short on pallet ${lpn(a)}`,
    compare: (a, row) => [{ label: msg`Pieces short`, yours: text(a.Pieces ?? 0), now: text(row.short) }],
  },
  'DockView/NoteDamage': { did: (a) => msg`You noted damage on pallet ${lpn(a)}` },
  'DockView/NotePallet': {
    did: (a) => msg`You noted something about pallet ${lpn(a)}`,
    compare: (a, row) => [{ label: msg`Note`, yours: text(a.Note), now: text(row.note) }],
  },
  'DockView/WeighPallet': {
    did: (a) => msg`You weighed pallet ${lpn(a)}: ${weight(a.Weight)}`,
    compare: (a, row) => [{ label: msg`Weight`, yours: weight(a.Weight), now: weight(row.weight) }],
  },
  'DockView/NoteLot': {
    did: (a) => msg`You noted lot and dates of pallet ${lpn(a)}: ${lotText(a)}`,
    compare: (a, row) => [
      { label: msg`Lot`, yours: text(a.Lot) || '–', now: text(row.lot) || '–' },
      { label: msg`Expires`, yours: text(a.ExpiresOn) || '–', now: text(row.expiresOn) || '–' },
      { label: msg`Best before`, yours: text(a.BestBefore) || '–', now: text(row.bestBefore) || '–' },
    ],
  },
  'DockView/TeachLabel': { did: (a) => msg`You taught the labels of ${text(a.Supplier)}, as ${text(a.Sample)}` },
  'DockView/ForgetLabel': { did: () => msg`You removed the rule for a supplier's labels` },
  'DockView/AssignDoor': {
    did: (a) => (a.Door ? msg`You sent a load to door ${text(a.Door)}` : msg`You took a load off its door`),
    compare: (a, row) => [{ label: msg`Door`, yours: text(a.Door), now: text(row.door) }],
  },
  'DockView/StartLoading': {
    did: (a) => msg`You began to load at door ${text(a.Door)}`,
    compare: (a, row) => [{ label: msg`Door`, yours: text(a.Door), now: text(row.door) }],
  },
  'DockView/FinishLoading': {
    did: (a) => msg`You closed the trailer with seal ${text(a.Seal) || '–'}`,
    compare: (a, row) => [
      { label: msg`Seal`, yours: text(a.Seal), now: text(row.seal) },
      { label: msg`Trailer`, yours: text(a.Trailer), now: text(row.trailer) },
    ],
  },
  'DockView/UpdatePalletPopupDetails': {
    did: (a) => (a.Flag === 'D' ? msg`You took a pallet from its load` : msg`You changed a pallet's measures`),
    compare: (a, row) => (a.Flag === 'D' ? [] : [{ label: msg`Pieces`, yours: text(a.Quantity), now: text(row.pieces) }]),
  },
  'DockView/OrderIntegration': {
    did: (a) => msg`You added order ${text((a.OrderData as Record<string, unknown> | undefined)?.OrderNumber)}`, // as it was sent
  },
  'DockView/SaveDriverLocation': { did: () => msg`You noted where the driver is` },
  'DockView/AgreeTimes': {
    did: (a) => (a.Released ? msg`The driver agreed with the time of release` : msg`The driver agreed with the time of arrival`),
  },
  'DockView/NoteNobody': { did: () => msg`You noted whether somebody was there to sign` },
  'DockView/GetSaveSignature': {
    did: (a) => msg`You took the signature of ${text(a.SignedBy)}`,
    compare: (a, row) => [{ label: msg`Signed by`, yours: text(a.SignedBy), now: text(row.signedBy) }],
  },
  'Shipment/UpdateDriverDetails': {
    did: (a) => msg`You noted ${text(a.Name)} as the driver`,
    compare: (a, row) => [{ label: msg`Driver`, yours: text(a.Name), now: text(row.driverName) }],
  },
}
