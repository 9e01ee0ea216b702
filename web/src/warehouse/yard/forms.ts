import { msg } from '@lingui/core/macro'
import type { WarehouseCancelMoveReq, WarehouseLeftReq, WarehouseReadingReq, WarehouseTrailerReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { measureIn, oneOf, Text, Toggle } from '@/kit/form/inputs'
import type { Words } from '@/kit/words/words'
import { contents } from './words'
import type { Trailer } from './yard'

const degrees = measureIn(['F', 'C'], { belowZero: true })
const celsius = measureIn(['C', 'F'], { belowZero: true })
const contentNames = Object.fromEntries(Object.entries(contents).map(([k, v]) => [k, v.label])) as Record<Trailer['contents'], Words> // the same keys

/** Enters a trailer, or corrects what is known of one: then what is not touched stays as it is by then. */
export const trailerForm = (title: Words, known = false) =>
  defineForm<WarehouseTrailerReq>('Yard/NoteTrailer', {
    title,
    ...(known ? { changed: 'Changed' as const } : {}),
    fields: {
      Number: { label: msg`Trailer number`, input: Text, row: 1 },
      Carrier: { label: msg`Carrier`, input: Text, hint: msg`SCAC or name`, row: 1 },
      Contents: { label: msg`Contents`, input: oneOf(contentNames), row: 2 },
      Seal: { label: msg`Seal`, input: Text, row: 2 },
      SetPoint: { label: msg`Set point (reefer)`, input: degrees },
      Dropped: { label: msg`Drop trailer: it stays without its tractor`, input: Toggle },
      Note: { input: Text },
    },
    subject: (r) => r.TrailerId ?? '',
    of: (r) => r.Number,
  })

export const requestOf = (t: Trailer): WarehouseTrailerReq => ({
  TrailerId: t.id,
  WarehouseId: t.warehouse,
  Number: t.number,
  Carrier: t.carrier || t.carrierName,
  Contents: t.contents,
  Seal: t.seal,
  ...(t.setPoint.unit ? { SetPoint: t.setPoint } : {}),
  Dropped: t.dropped,
  Note: t.note,
})

export const readingForm = (number: string, unit: string) =>
  defineForm<WarehouseReadingReq>('Yard/NoteReading', {
    title: msg`Temperature of ${number}`,
    fields: { Reading: { label: msg`Reading on the display`, input: unit === 'C' ? celsius : degrees, required: true } },
    subject: (r) => r.TrailerId ?? '',
    of: () => number,
  })

export const leftForm = (number: string) =>
  defineForm<WarehouseLeftReq>('Yard/TrailerLeft', {
    title: msg`Trailer ${number} left`,
    intro: msg`For a trailer that left without check-out at the gate. Its spot is free again.`,
    fields: { Seal: { label: msg`Seal`, input: Text } },
    submit: msg`It left`,
    done: msg`Noted.`,
    subject: (r) => r.TrailerId ?? '',
    of: () => number,
  })

export const cancelForm = (number: string) =>
  defineForm<WarehouseCancelMoveReq>('Yard/CancelMove', {
    title: msg`Cancel the move of ${number}`,
    fields: { Reason: { label: msg`Reason`, input: Text } },
    submit: msg`Cancel move`,
    done: msg`Move cancelled.`,
    subject: (r) => r.MoveId ?? '',
    of: () => number,
  })
