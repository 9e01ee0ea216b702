import type { Ops } from '@sync/gen/api'
import { useCallback, useEffect, useRef, useState } from 'react'
import { dayIn, plusDays } from '@/kit/format/day'
import { ask, NoContact, Refused, reach } from '@/kit/guest/ask'
import type { Held } from '@/kit/guest/heldFiles'
import { newId } from '@/kit/guest/newId'
import { useAnswer } from '@/kit/guest/useAnswer'
import { every, type Link, useLink } from '@/kit/guest/useLink'
import { anew, type Draft, heldFiles, type Keeping, keeping, nothingTyped } from './draft'
import { type Order, ordersOf, type Product, type Row, requestOf, type Shown, type Slots } from './ship'

// The secret stands behind the #, which travels to no server by itself.
const at = new URL(location.href)
const token = at.hash.slice(1)
export const client = decodeURIComponent(at.pathname.split('/')[2] ?? '')
export const held = { AccessID: token, clientId: client }
export const renew = () => ask('Vendor/RenewPortalLink', held)

/** How many days ahead a delivery may be booked. */
const ahead = 21

export const usePortalLink = () =>
  useLink<Shown>({
    key: `vendor.${token.slice(-6)}`,
    ask: (again) => ask('Vendor/GetPortal', { ...held, Again: again }),
    now: (s) => s.now,
    open: () => true,
  })

/** What a vendor's device keeps and asks beside what the link shows: an answer as it is now, or as it was last; and whether there is no contact to ask anew. */
export function useKept<T>(
  keep: Keeping,
  what: string,
  fresh: boolean,
  get: (() => Promise<T>) | undefined,
): [value: T | undefined, load: () => void, lost: boolean] {
  const [value, setValue] = useState<T | undefined>(() => keep.read<T>(what))
  const [lost, setLost] = useState(false)
  const latest = useRef(get)
  latest.current = get
  const load = useCallback(() => {
    latest.current?.().then(
      (now) => {
        setValue(now)
        setLost(false)
        keep.keep(what, now)
      },
      (err: unknown) => {
        if (!(err instanceof Refused) && !(err instanceof NoContact)) throw err // what is known stands
        setLost(true)
      },
    )
  }, [keep, what])
  useEffect(() => {
    setValue(keep.read<T>(what))
    if (fresh) load()
  }, [fresh, load, keep, what])
  useEffect(() => {
    if (!lost) return
    const timer = setInterval(load, every)
    return () => clearInterval(timer)
  }, [lost, load])
  return [value, load, lost]
}

/** A vendor's shipment in the making, and its shipments so far. */
export function usePortal(link: Link<Shown>, shown: Shown) {
  const [keep] = useState(() => keeping(`${client}.${shown.code}`))
  const [files, setFiles] = useState<Held[]>([])
  const [sent, setSent] = useState<Row>()
  const [items] = useKept<Product[]>(keep, 'items', link.fresh, () => ask('Vendor/GetVendorItemMaster', held))
  const [shipments, askShipments, shipmentsLost] = useKept<Row[]>(keep, 'shipments', link.fresh, () =>
    ask('Vendor/GetVendorShipmentList', { ...held, statuscode: '' }),
  )
  useEffect(() => void heldFiles.read(keep.draft).then(setFiles), [keep])
  const holding = useRef(files)
  holding.current = files
  const went = useRef(new Set<string>())
  const put = useCallback(
    (list: Held[]) => {
      setFiles(list)
      holding.current = list
      return heldFiles.keep(keep.draft, list)
    },
    [keep],
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
      const row = await ask('Vendor/ProcessShipment', { ...d.request, FileIds: ids })
      keep.keep('last', { name: d.name, carrier: d.carrier, from: d.from, to: d.to })
      setSent(row)
    } catch (err) {
      // What the server let go of meanwhile is brought anew.
      if (err instanceof Refused && err.fields.some((f) => f.field.startsWith('FileIds')))
        await put(holding.current.map(({ sent: _, ...h }) => h))
      throw err
    }
    return ask('Vendor/GetPortal', { ...held, Again: true })
  }
  const work = useAnswer<Draft, Shown>({
    key: keep.draft,
    nothing: nothingTyped,
    link,
    later: true,
    send,
    onTaken: () => {
      void put(holding.current.filter((f) => !went.current.has(f.key))) // what was added meanwhile did not go along
      askShipments()
    },
    anew,
  })
  const orders = ordersOf(work.draft, shown)
  const site = shown.sites.find((s) => s.id === orders[0]?.warehouse)
  const kind = work.draft.kind ?? ''
  const [slots, askSlots, slotsLost] = useKept<Slots>(
    keep,
    `slots.${site?.id ?? ''}${kind && `.${kind}`}`,
    link.fresh,
    site &&
      (() =>
        ask('Vendor/GetCurrentSlot', {
          ...held,
          WarehouseId: site.id,
          ShipmentId: '',
          SlotDate: dayIn(site.zone, Date.now()),
          Days: ahead,
          LoadTypeId: kind,
        })),
  )
  const refused = work.refused
  useEffect(() => {
    if (refused) askSlots() // the time that was chosen may be taken
  }, [refused, askSlots])

  const begin = (o: Order) => {
    const last = keep.read<Partial<Draft>>('last')
    const today = shown.sites.find((s) => s.id === o.warehouse)?.today ?? ''
    setSent(undefined)
    work.type({ ...nothingTyped, ...last, id: newId(), orders: [o.id], shipOn: o.shipOn > today ? o.shipOn : plusDays(today, 1) })
  }
  const ship = () => work.send({ request: requestOf(work.draft, orders, held) })
  const drop = () => {
    work.drop()
    void put([])
  }
  const hold = (list: Held[]) => {
    void put(list)
    work.type({}) // a file alone is a beginning, too
  }
  const away = link.trouble?.kind === 'no-contact'
  return {
    ...work,
    link,
    shown,
    orders,
    site,
    /** The free times of the warehouse that is shipped to; undefined while they are not known. */
    slots: slots?.site.id === site?.id ? slots : undefined,
    slotsLost: slotsLost || away,
    items: items ?? [],
    shipments,
    shipmentsLost: shipmentsLost || away,
    askShipments,
    files,
    hold,
    begin,
    ship,
    drop,
    sent,
  }
}
export type Portal = ReturnType<typeof usePortal>

/** Brings a file to the server: for a shipment that is sent later, or one that is there. Under the same key it is the same file, however often it is brought. */
export async function bring(f: { key: string; content: Blob; name: string; type: string }, shipment = ''): Promise<string> {
  const form = new FormData()
  form.append('AccessID', token)
  form.append('ShipmentId', shipment)
  form.append('FileId', f.key)
  form.append('file', new File([f.content], f.name, { type: f.type }))
  const res = await reach('Vendor/UploadVendorFiles', form, 120_000)
  return ((await res.json()) as Ops['Vendor/UploadVendorFiles']['resp']).id // the call's own answer
}
