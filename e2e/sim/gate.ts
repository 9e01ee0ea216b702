import { seeded } from '@sync/testing/world'
import type { Line } from './line'
import type { Heard, Shipment, Strangers } from './server'

interface Phone {
  body: string
  status: number | undefined
  visit: string
  ticket: string
}

/** A truck that comes once. Its plate is no other's. */
interface Truck {
  plate: string
  phones: Phone[]
  left: boolean
}

interface Shown {
  ticket?: string
  visit: { id: string; plate: string } | null
}

/**
 * Trucks at the gate: a driver and a helper who both say that they are here, at once; another truck by the same number; a reply that is lost, and the same said
 * again, also long after the truck has left.
 */
export function gateOf(seed: number, { gate }: Strangers, shipments: readonly Shipment[], line: Line, newId: () => string) {
  const random = seeded(seed * 198491317)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T // lists here are never empty
  const trucks: Truck[] = []
  const loads = shipments.filter((s) => s.warehouse === 'ATL')
  let odd: string | undefined

  const comes = (number: string): Truck => {
    const plate = `SIM${trucks.length + 1}`
    const phones = Array.from({ length: random() < 0.4 ? 2 : 1 }, () => ({
      body: JSON.stringify({
        Token: gate,
        CheckInId: newId(),
        Number: number,
        DriverName: one(['Luis Vega', 'Ana Beltrán']),
        Carrier: 'Old Dominion',
        LicensePlate: plate,
        TrailerNumber: '53021',
        Language: 'es',
        Agrees: true,
      }),
      status: undefined,
      visit: '',
      ticket: '',
    }))
    const truck = { plate, phones, left: false }
    trucks.push(truck)
    return truck
  }

  const says = async (truck: Truck, phone: Phone): Promise<void> => {
    const answer = await line.once({ path: 'Gate/CheckIn', body: phone.body })
    if (!answer) return
    phone.status = answer.status
    if (answer.status !== 200) return
    const { ticket, visit } = answer.body as Shown
    if (!visit || visit.plate !== truck.plate) odd = `the driver of ${truck.plate} was shown the visit of ${visit?.plate ?? 'nobody'}`
    phone.visit = visit?.id ?? ''
    phone.ticket = ticket ?? ''
  }

  const checkIn = (truck: Truck) => Promise.all(truck.phones.filter((p) => p.status === undefined).map((p) => says(truck, p)))

  return {
    act: async (): Promise<string> => {
      const kind = random()
      const waits = trucks.filter((t) => !t.left && t.phones.some((p) => p.status === undefined))
      if (kind < 0.3 && waits.length > 0) {
        const truck = one(waits)
        await checkIn(truck)
        return `${truck.plate} says it again`
      }
      const here = trucks.filter((t) => !t.left && t.phones.some((p) => p.ticket))
      if (kind < 0.55 && here.length > 0) {
        const truck = one(here)
        const ticket = truck.phones.find((p) => p.ticket)?.ticket
        const answer = await line.once({ path: 'Gate/CheckOut', body: JSON.stringify({ Token: ticket, SealNumber: 'S-1' }) })
        truck.left = answer?.status === 200
        return `${truck.plate} leaves: ${answer?.status ?? 'no answer'}`
      }
      const { bol } = one(loads)
      const both = random() < 0.3 ? [comes(bol), comes(bol)] : [comes(bol)]
      await Promise.all(both.map(checkIn))
      return `at the gate: ${both.map((t) => `${t.plate} ${t.phones.map((p) => p.status ?? 'no answer')}`)}`
    },
    end: async (): Promise<void> => {
      for (const t of trucks)
        for (const p of t.phones) if (!t.left) for (let tries = 0; p.status === undefined && tries < 5; tries++) await says(t, p)
    },
    wrong: ({ visits }: Heard, putBack: boolean): string | undefined => {
      if (odd) return odd
      for (const t of trucks) {
        const of = visits.filter((v) => v.plate === t.plate)
        if (of.length > 1 && !putBack) return `the truck ${t.plate} came once and was let in ${of.length} times`
        const told = new Set(t.phones.flatMap((p) => p.visit || []))
        for (const id of putBack ? [] : told)
          if (!of.some((v) => v.id === id)) return `the driver of ${t.plate} was told of a visit that there is not`
      }
      return undefined
    },
  }
}
