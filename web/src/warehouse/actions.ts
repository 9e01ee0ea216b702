import { msg } from '@lingui/core/macro'
import type { Action } from '@/kit/remote/remote'

const text = (v: unknown) => (v === undefined || v === null ? '' : String(v))
const to = (a: Record<string, unknown>, row: Record<string, unknown>) => ({
  label: msg`Place`,
  yours: text(a.door || a.spot) || '–',
  now: text(row.door || row.spot) || '–',
})

const again = (op: string) => async (args: Record<string, unknown>) => (await import('./yard/placeAgain')).placeAgain(op, args)

/** How the yard's actions, and what was done at the gate, are told to the person who did them, where one needs another look. */
export const actions: Record<string, Action> = {
  'Yard/NoteTrailer': { did: (a) => msg`You entered trailer ${text(a.Number)}`, edit: again('Yard/NoteTrailer') },
  'Yard/NoteReading': { did: () => msg`You noted a trailer's temperature` },
  'Yard/PlaceTrailer': {
    did: (a) =>
      a.door
        ? msg`You said that a trailer stands at door ${text(a.door)}`
        : a.rowId
          ? msg`You said that a trailer stands on spot ${text(a.spot)}`
          : msg`You took a trailer off its spot`,
    compare: (a, row) => [{ label: msg`Trailer`, yours: text(row.number), now: text(row.number) }, to(a, row)],
    edit: again('Yard/PlaceTrailer'),
  },
  'Yard/TrailerLeft': { did: () => msg`You said that a trailer left` },
  'Yard/AskMove': {
    did: (a) => (a.door ? msg`You asked for a trailer at door ${text(a.door)}` : msg`You asked for a trailer on spot ${text(a.spot)}`),
    edit: again('Yard/AskMove'),
  },
  'Yard/DoMove': {
    did: (a) => (a.door ? msg`You moved a trailer to door ${text(a.door)}` : msg`You moved a trailer as asked`),
    compare: (a, row) => (row.number ? [{ label: msg`Trailer`, yours: text(row.number), now: text(row.number) }, to(a, row)] : []),
    edit: again('Yard/DoMove'),
  },
  'Yard/CancelMove': {
    did: (a) => msg`You cancelled a move: ${text(a.Reason)}`,
  },
  'Warehouse/AdmitTruck': {
    did: (a) => msg`You admitted ${text(a.LicensePlate)} of ${text(a.Carrier)} to door ${text(a.Door)}`,
    compare: (a, row) => [
      {
        label: msg`Truck`,
        yours: `${text(a.Carrier)} ${text(a.LicensePlate)}`,
        now: `${text(row.Carrier)} ${text(row.Number)}`.trim() || '–',
      },
      { label: msg`From`, yours: text(row.Admitted), now: text(row.StartTime) },
    ],
    edit: async (args, code) => (await import('./gate/admitAgain')).admitAgain(args as never, code), // the request that was sent
  },
}
