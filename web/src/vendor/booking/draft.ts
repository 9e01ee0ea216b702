import type { Ops } from '@sync/gen/api'
import { newId } from '@/kit/guest/newId'
import type { Draft as Kept } from '@/kit/guest/useAnswer'
import type { LineTyped } from '../guest/draft'

export type Book = Ops['Vendor/BookInternational']['req']
export type Mode = Book['ShipMode']
export type Size = NonNullable<Book['Containers']>[number]['Size']

/** What is ready of one line, with its tariff code. */
export interface BookLine extends LineTyped {
  hts: string
}

export interface ContainerTyped {
  size: Size
  number: string
  seal: string
}

/** An international booking that is being filled in. It has its id from the beginning: sent twice, it is one booking. */
export interface Draft extends Kept {
  id: string
  orders: string[]
  /** By purchase order and line. */
  lines: Record<string, BookLine>
  mode: Mode
  incoterm: Book['Incoterm'] | ''
  place: string
  origin: string
  port: string
  /** Cubic meters. */
  volume: string
  containers: ContainerTyped[]
  carrier: string
  booking: string
  bill: string
  vessel: string
  voyage: string
  shipOn: string
  departsOn: string
  arrivesOn: string
  cargo: string
  docs: string
  vgm: string
  note: string
  name: string
  /** What was sent, as it was when Book was pressed: tried again it is the very same. */
  request?: Book
}

export const nothingTyped: Draft = {
  id: '',
  orders: [],
  lines: {},
  mode: 'FCL',
  incoterm: '',
  place: '',
  origin: '',
  port: '',
  volume: '',
  containers: [{ size: '40HC', number: '', seal: '' }],
  carrier: '',
  booking: '',
  bill: '',
  vessel: '',
  voyage: '',
  shipOn: '',
  departsOn: '',
  arrivesOn: '',
  cargo: '',
  docs: '',
  vgm: '',
  note: '',
  name: '',
  waiting: false,
  at: 0,
}

/** What was typed while a booking was on its way, as the beginning of another: no piece and no container that went is in it. */
export function anew(typed: Draft, sent: Draft): Draft {
  const { request: _, ...rest } = typed
  const lines = Object.fromEntries(
    Object.entries(typed.lines).filter(([key, l]) => JSON.stringify(l) !== JSON.stringify(sent.lines[key] ?? null)),
  )
  const went = new Set(sent.containers.map((c) => c.number).filter(Boolean))
  return { ...rest, id: newId(), lines, containers: typed.containers.filter((c) => !went.has(c.number)) }
}
