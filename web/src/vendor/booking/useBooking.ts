import type { Ops } from '@sync/gen/api'
import { useCallback, useEffect, useRef, useState } from 'react'
import { plusDays } from '@/kit/format/day'
import { ask, NoContact, Refused } from '@/kit/guest/ask'
import { type Held, heldFilesOf } from '@/kit/guest/heldFiles'
import { newId } from '@/kit/guest/newId'
import { useAnswer } from '@/kit/guest/useAnswer'
import type { Link } from '@/kit/guest/useLink'
import { keeping } from '../guest/draft'
import type { Order, Shown } from '../guest/ship'
import { ordersOf } from '../guest/ship'
import { bring, client, held, useKept } from '../guest/usePortal'
import { requestOf } from './book'
import { anew, type Draft, nothingTyped } from './draft'

export type Carrier = Ops['Vendor/GetOceanCarriers']['resp'][number]
export type Port = Ops['Vendor/GetPorts']['resp'][number]
export type Booked = Ops['Vendor/GetBookings']['resp'][number]

const heldFiles = heldFilesOf('lading-booking')

/** An international booking in the making, and those so far. */
export function useBooking(link: Link<Shown>, shown: Shown) {
  const [keep] = useState(() => keeping(`${client}.${shown.code}`))
  const key = `${keep.draft}.booking`
  const [files, setFiles] = useState<Held[]>([])
  const [sent, setSent] = useState<Booked>()
  const [carriers] = useKept<Carrier[]>(keep, 'lines', link.fresh, () => ask('Vendor/GetOceanCarriers', held))
  const [ports] = useKept<Port[]>(keep, 'ports', link.fresh, () => ask('Vendor/GetPorts', held))
  const [bookings, askBookings, bookingsLost] = useKept<Booked[]>(keep, 'bookings', link.fresh, () => ask('Vendor/GetBookings', held))
  useEffect(() => void heldFiles.read(key).then(setFiles), [key])
  const holding = useRef(files)
  holding.current = files
  const went = useRef(new Set<string>())
  const put = useCallback(
    (list: Held[]) => {
      setFiles(list)
      holding.current = list
      return heldFiles.keep(key, list)
    },
    [key],
  )

  const send = async (d: Draft): Promise<Shown> => {
    if (!d.request) throw new NoContact()
    const ids: string[] = []
    went.current = new Set(holding.current.map((f) => f.key))
    for (const f of holding.current) {
      const id = f.sent ?? (await bring(f))
      ids.push(id)
      await put(holding.current.map((h) => (h.key === f.key ? { ...h, sent: id } : h))) // a file that arrived is not sent again
    }
    try {
      const booked = await ask('Vendor/BookInternational', { ...d.request, FileIds: ids })
      const { name, mode, incoterm, place, origin, port, carrier } = d
      const hts = Object.fromEntries(d.request.Lines.map((l) => [itemOf(l.PurchaseId ?? '', l.Line), l.HTS]))
      keep.keep('booked', { name, mode, incoterm, place, origin, port, carrier, hts: { ...keep.read<Last>('booked')?.hts, ...hts } })
      setSent(booked)
    } catch (err) {
      // What the server let go of meanwhile is brought anew.
      if (err instanceof Refused && err.fields.some((f) => f.field.startsWith('FileIds')))
        await put(holding.current.map(({ sent: _, ...h }) => h))
      throw err
    }
    return ask('Vendor/GetPortal', { ...held, Again: true })
  }
  const work = useAnswer<Draft, Shown>({
    key,
    nothing: nothingTyped,
    link,
    later: true,
    send,
    onTaken: () => {
      void put(holding.current.filter((f) => !went.current.has(f.key))) // what was added meanwhile did not go along
      askBookings()
    },
    anew,
  })
  const orders = ordersOf(work.draft, shown)
  const site = shown.sites.find((s) => s.id === orders[0]?.warehouse)
  /** The item of a line, by which its tariff code is known from the booking before. */
  const itemOf = (order: string, line: string) => {
    const item = shown.orders.find((o) => o.id === order)?.lines.find((l) => l.line === line)?.item
    return item?.code || item?.description || `${order}/${line}`
  }
  const begin = (o: Order) => {
    const { hts: _, ...last } = keep.read<Last>('booked') ?? { hts: {} }
    const today = shown.sites.find((s) => s.id === o.warehouse)?.today ?? ''
    setSent(undefined)
    work.type({ ...nothingTyped, ...last, id: newId(), orders: [o.id], shipOn: o.shipOn > today ? o.shipOn : plusDays(today, 1) })
  }
  const book = () => work.send({ request: requestOf(work.draft, orders, held) })
  const drop = () => {
    work.drop()
    void put([])
  }
  const hold = (list: Held[]) => {
    void put(list)
    work.type({}) // a file alone is a beginning, too
  }
  return {
    ...work,
    link,
    shown,
    orders,
    site,
    carriers: (carriers ?? []).filter((c) => c.modes?.includes(work.draft.mode)),
    ports: ports ?? [],
    bookings,
    bookingsLost: bookingsLost || link.trouble?.kind === 'no-contact',
    /** The tariff code that a line's item had last. */
    htsOf: (order: string, line: string) => keep.read<Last>('booked')?.hts[itemOf(order, line)] ?? '',
    files,
    hold,
    begin,
    book,
    drop,
    sent,
  }
}
export type Booking = ReturnType<typeof useBooking>

/** What of the last booking the next one begins with. */
interface Last extends Partial<Pick<Draft, 'name' | 'mode' | 'incoterm' | 'place' | 'origin' | 'port' | 'carrier'>> {
  hts: Record<string, string>
}
