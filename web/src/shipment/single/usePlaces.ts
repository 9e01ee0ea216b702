import { local } from '@sync/client'
import type { OrgPlace } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import type { Party } from './load'

const fold = (p: Party) => [p.name, p.street, p.city, p.zip].map((t) => t.trim().replace(/\s+/g, ' ').toUpperCase()).join('|')

const partyOf = (b: OrgPlace): Party => ({
  name: b.Name,
  street: b.Street,
  street2: b.Street2,
  city: b.City,
  state: b.State,
  zip: b.Zip,
  country: b.Country,
  contact: b.Contact,
  phone: b.Phone,
  email: b.Email,
})

/** Addresses that may be meant: of shipments and orders on this device, those used most first, of the address book and of the warehouses. They are there without a connection. */
export function usePlaces(): Map<string, Party> {
  const found = useLiveQuery(async () => {
    const db = local()
    const [shipments, orders, sites, templates, book] = await Promise.all([
      db.shipment.toCollection().limit(2000).toArray(),
      db.order_open.toCollection().limit(2000).toArray(),
      db.warehouse_site.toArray(),
      db.shipment_template.toArray(),
      db.org_place.toArray(),
    ])
    const counted = new Map<string, { p: Party; n: number }>()
    const take = (p: Party | null | undefined) => {
      if (!p?.name || !p.street) return
      const known = counted.get(fold(p))
      if (known) known.n++
      else counted.set(fold(p), { p, n: 1 })
    }
    for (const s of shipments) take(s.destination)
    for (const o of orders) take(o.consignee)
    for (const t of templates) take(t.entry.Destination)
    for (const b of book) take(partyOf(b))
    for (const s of sites) take({ ...s.address, name: s.address.name || s.name })
    return [...counted.values()].sort((a, b) => b.n - a.n || a.p.name.localeCompare(b.p.name)).map(({ p }) => p)
  }, [])
  return new Map(
    (found ?? []).map((p) => [
      `${p.name} · ${[p.street, p.city, [p.state, p.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')}`,
      p,
    ]),
  )
}
