import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Db } from '@sync/cache'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { choiceOf, type Option, Text } from '@/kit/form/inputs'
import { useRows } from '@/kit/remote/useRows'
import { inTheWay } from './PickPlace'
import { keyOf, mapOf, nowhere, type Place, type Trailer } from './yard'

type Args = Record<string, unknown>
type Typed = { Number?: string; Carrier?: string; Place?: string }

const titles: Record<string, MessageDescriptor> = {
  'Yard/NoteTrailer': msg`Correct trailer`,
  'Yard/AskMove': msg`Request a move`,
}

const text = (v: unknown) => (typeof v === 'string' ? v : '')
const placeOf = (args: Args): Place => ({ rowId: text(args.rowId), spot: Number(args.spot ?? 0), door: text(args.door) })

/** Where a trailer may stand, or be asked for, as this device knows its yard now; and the place that was said, as it may be free by the time that it is sent. */
export async function placesFor(db: Db, op: string, args: Args): Promise<Option[]> {
  const id = text(args.TrailerId)
  const known = await db.warehouse_trailer.get(id)
  const warehouse = known?.warehouse ?? text(args.WarehouseId)
  const [site, rows, trailers, all] = await Promise.all([
    db.warehouse_site.get(warehouse),
    db.warehouse_yard_row.where('warehouse').equals(warehouse).toArray(),
    db.warehouse_trailer.where('warehouse').equals(warehouse).toArray(),
    db.warehouse_yard_move.toArray(),
  ])
  const moves = all.filter((m) => m.state === 'open' && m.warehouse === warehouse)
  const own = keyOf(placeOf(args))
  return mapOf(rows, site?.doors ?? [], trailers, moves)
    .spots.filter((s) => s.key === own || !inTheWay(s, known ?? ({ id } as Trailer), { moves, trailers }, op === 'Yard/AskMove')) // it is compared by its id alone
    .map((s) => ({ value: s.key, label: s.kind === 'doors' ? msg`Door ${s.name}` : s.name }))
}

/** The place of a key that keyOf gave. */
export function placeAt(key: string): Place {
  if (!key) return nowhere
  if (key.startsWith('door:')) return { ...nowhere, door: key.slice('door:'.length) }
  const cut = key.lastIndexOf(':')
  return { ...nowhere, rowId: key.slice(0, cut), spot: Number(key.slice(cut + 1)) }
}

/** What was said of a trailer and refused, to be said of another place; of one that was entered, also under another number. */
export async function placeAgain(op: string, args: Args): Promise<object | undefined> {
  const notes = op === 'Yard/NoteTrailer'
  const usePlaces = () => useRows((db) => placesFor(db, op, args), [op, args])
  const typed = await openForm(
    defineForm<Typed, Typed>(op, {
      title: titles[op] ?? msg`Where does the trailer stand?`,
      fields: {
        ...(notes
          ? {
              Number: { label: msg`Trailer number`, input: Text, required: true },
              Carrier: { label: msg`Carrier`, input: Text, hint: msg`SCAC or name` },
            }
          : {}),
        Place: { label: msg`Spot or door`, input: choiceOf(usePlaces), required: op === 'Yard/AskMove' },
      },
      subject: () => `again ${text(args.MoveId) || text(args.TrailerId)}`,
      run: (said) => Promise.resolve(said as Typed), // this form's own values, which the tray sends
      submit: msg`Save`,
    }),
    { Place: keyOf(placeOf(args)), ...(notes ? { Number: text(args.Number), Carrier: text(args.Carrier) } : {}) },
  )
  if (!typed) return undefined
  const more = notes ? { Number: typed.Number ?? '', Carrier: typed.Carrier ?? '' } : {}
  return { ...args, ...more, ...placeAt(typed.Place ?? '') }
}
