import { seeded } from '@sync/testing/world'
import type { Carrier, Sold } from './carrier'
import type { Caller, Heard } from './server'

interface Row {
  LabelId: string
  ShipmentId: string
  State: string
  CarrierShipment: string
  VoidAsked: number
}

const scacs = { ups: 'UPSN', stamps: 'USPS' } as const
type Name = keyof typeof scacs
const names: Name[] = ['ups', 'stamps']

const inches = (n: number) => ({ milli: n * 1000, unit: 'in' })
const entry = (order: string, count: number) => ({
  Kind: 'parcel',
  WHSE: 'ATL',
  OrderNumber: order,
  PaymentType: 'P',
  ShipOn: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10), // the server's clock is the real one
  Destination: { name: 'Ann Lee', street: '9 Elm St', city: 'Memphis', state: 'TN', zip: '38101', country: 'US', phone: '9015550111' },
  Items: [
    { Description: 'Samples', Qty: count, Weight: { milli: 5200, unit: 'lb' }, Length: inches(9), Width: inches(8), Height: inches(7) },
  ],
})

/**
 * An office that buys labels and gives them back, by carriers whose answers go astray; and the packing table, which sends away what the office's list says is bought.
 */
export function labelsOf(seed: number, org: string, carrier: Carrier, office: Caller, admin: Caller, due: () => Promise<number>) {
  const random = seeded(seed * 236887691)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T // lists here are never empty
  const books = { ups: carrier.open(`${org}-ups`, seed * 15485867), stamps: carrier.open(`${org}-stamps`, seed * 32452867) }
  const shipments: { id: string; by: Name; packages: number }[] = []
  const connected = new Set<Name>()
  let odd: string | undefined

  const connect = async (by: Name): Promise<void> => {
    const { body } = await admin.try('Parcel/Account', { Carrier: by })
    await admin.try('Parcel/SaveAccount', {
      Carrier: by,
      CarrierScac: scacs[by],
      ...(by === 'ups' ? { AccountNumber: 'A1B2C3' } : {}),
      ClientId: `${org}-${by}`,
      ClientSecret: 'S-1',
      Enabled: true,
      Rev: (body as { Rev?: number } | undefined)?.Rev ?? 0,
    })
    if (by === 'stamps') {
      const { body: asked } = await admin.try('Carriers/GetStampsAuthCode', {})
      const State = new URL((asked as { Address?: string } | undefined)?.Address ?? 'http://none').searchParams.get('state')
      if (State) await admin.try('Carriers/GetStampsAuthCode', { Code: 'C-1', State })
    }
    const { body: now } = await admin.try('Parcel/Account', { Carrier: by })
    const { Rev, Consented } = (now ?? {}) as { Rev?: number; Consented?: boolean }
    if (Rev && (by === 'ups' || Consented)) connected.add(by)
  }

  const list = async (by: Name): Promise<Row[]> => {
    const { status, body } = await office.try('Parcel/Labels', { Carrier: by })
    return status === 200 ? (body as Row[]) : []
  }

  const enter = async (by: Name): Promise<string> => {
    const packages = 1 + Math.floor(random() * 2)
    const { status, body } = await office.try('Shipment/SaveShipment', {
      Then: 'rate',
      Shipment: entry(`P-${seed}-${shipments.length}`, packages),
    })
    const id = (body as { id?: string } | undefined)?.id
    if (status === 200 && id) shipments.push({ id, by, packages })
    return `a parcel for ${by}: ${status}`
  }

  const buy = async (): Promise<string> => {
    const { id, by } = one(shipments)
    const rates = await office.try('Parcel/Rates', { Carrier: by, ShipmentId: id })
    const Offer = rates.status === 200 ? (rates.body as { Offer: string }[])[0]?.Offer : undefined
    if (!Offer) return `no rate of ${by}: ${rates.status}`
    const ask = { Carrier: by, ShipmentId: id, Offer }
    // Two desks at once.
    const said = await Promise.all(
      random() < 0.3 ? [office.try('Parcel/BuyLabel', ask), admin.try('Parcel/BuyLabel', ask)] : [office.try('Parcel/BuyLabel', ask)],
    )
    return `a label of ${by}: ${said.map((s) => s.status)}`
  }

  const live = (by: Name, l: Row) => books[by].sold.filter((s) => s.reference === l.LabelId && !s.void)

  /** A person looks at the carrier's site, where that is of any use. */
  const clear = async (by: Name, l: Row): Promise<string> => {
    if (random() < 0.5 || live(by, l).length > 0)
      return `checked: ${(await office.try('Parcel/CheckLabel', { LabelId: l.LabelId })).status}`
    return `dropped: ${(await office.try('Parcel/DropLabel', { LabelId: l.LabelId, Reason: 'none at the carrier' })).status}`
  }

  /** The carrier's driver takes what the list says is bought. */
  const ship = (by: Name, l: Row): string => {
    const of: Sold[] = books[by].sold.filter((s) =>
      by === 'ups' ? s.id === l.CarrierShipment : l.CarrierShipment.split(',').includes(s.id),
    )
    if (of.length === 0 || of.some((s) => s.void))
      odd = `the label ${l.LabelId} of ${by} stands as bought, and is void at the carrier: a package went on it`
    for (const s of of) s.shipped = true
    return `a package goes by ${by}`
  }

  const act = async (): Promise<string> => {
    const by = one(names)
    if (!connected.has(by)) {
      await connect(by)
      return `connected with ${by}: ${connected.has(by)}`
    }
    const kind = random()
    if (shipments.length < 2 || kind < 0.1) return enter(by)
    if (kind < 0.4) return buy()
    const rows = await list(by)
    const bought = rows.filter((r) => r.State === 'bought')
    const unclear = rows.filter((r) => r.State === 'unclear')
    if (kind < 0.6 && unclear.length > 0) return clear(by, one(unclear))
    if (kind < 0.8 && bought.length > 0)
      return `void: ${(await office.try('Parcel/VoidLabel', { LabelId: one(bought).LabelId, Reason: 'not sent' })).status}`
    if (kind < 0.87 && bought.length > 0) return ship(by, one(bought))
    return `${await due()} wait for carriers`
  }

  /** The carriers are well, and a person sees to what is open. Says what stays open all the same. */
  const end = async (): Promise<string | undefined> => {
    for (const by of names) books[by].healthy = true
    let open: string[] = []
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
      // for what hangs: the server's workers run by the real clock
      const waits = await due()
      open = waits > 0 ? [`${waits} wait for carriers`] : []
      for (const by of names)
        for (const l of await list(by)) {
          if (l.State === 'unclear') await clear(by, l)
          // A void that was asked for again and refused stands as bought, with what the carrier said: who reads that it is void closes it.
          if (l.State === 'bought' && l.VoidAsked !== 0 && live(by, l).length === 0)
            await office.try('Parcel/DropLabel', { LabelId: l.LabelId, Reason: 'void at the carrier' })
          if (['buying', 'voiding', 'unclear'].includes(l.State)) open.push(`${l.LabelId} of ${by} is ${l.State}`)
        }
      if (open.length === 0) return undefined
      await new Promise((r) => setTimeout(r, 20))
    }
    return `labels stay open though their carriers answer: ${open.join(', ')}`
  }

  return {
    act: async (): Promise<string> => {
      const done: string[] = []
      try {
        for (let n = 1 + Math.floor(random() * 4); n > 0; n--) done.push(await act())
      } catch (err) {
        done.push(`the office at its labels: ${err}`) // the server is away
      }
      return done.join(', ')
    },
    end,
    /** At any moment: of no package two labels are paid for. */
    wrong: ({ labels }: Heard, putBack: boolean): string | undefined => {
      if (odd && !putBack) return odd
      for (const by of names) {
        const paid = new Map<string, number>()
        for (const s of books[by].sold.filter((s) => !s.void)) {
          const of = labels.find((l) => l.id === s.reference)
          if (!of && putBack) continue // it was bought after the copy was made
          const name = (putBack ? of?.id : of?.shipment) ?? s.reference
          const n = (paid.get(name) ?? 0) + 1
          paid.set(name, n)
          const packages = shipments.find((p) => p.id === of?.shipment)?.packages ?? 0
          if (n > packages) return `${by} is paid ${n} labels for ${packages} packages of ${name}`
        }
      }
      return undefined
    },
    /** Once nothing is open: what the list says of a label is what the carrier has in its books. */
    wronglyKept: ({ labels }: Heard, putBack: boolean): string | undefined => {
      for (const by of putBack ? [] : names)
        for (const l of labels) {
          const of = books[by].sold.filter((s) => s.reference === l.id)
          const paid = of.filter((s) => !s.void)
          if (l.state === 'bought' && of.length > 0 && paid.length === 0) return `the label ${l.id} stands as bought, and is void at ${by}`
          if (['void', 'refused', 'dropped'].includes(l.state) && paid.length > 0)
            return `the label ${l.id} stands as ${l.state}, and is paid for at ${by}`
        }
      return undefined
    },
  }
}
