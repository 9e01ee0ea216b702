import { seeded } from '@sync/testing/world'
import type { Line } from './line'
import type { Heard, Strangers } from './server'

interface Form {
  id: string
  pieces: number
  body: string
  /** What the phone was told of it. */
  status: number | undefined
}

/**
 * A vendor ships by its link what it has ready. Where no answer came it sends the same again under the same name, now or later, and sometimes with another count,
 * which is another shipment and must not take the first one's place.
 */
export function portalOf(seed: number, { portal, purchases }: Strangers, line: Line, newId: () => string) {
  const random = seeded(seed * 179424673)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T // lists here are never empty
  const forms: Form[] = []

  const fill = (id: string): Form => {
    const pieces = 1 + Math.floor(random() * 12)
    const body = JSON.stringify({
      AccessID: portal,
      ShipmentId: id,
      ShipOn: '2027-03-02',
      ContactName: 'Rosa',
      Lines: [{ PurchaseId: one(purchases), Line: '1', Qty: pieces, Pallets: 1, Weight: { milli: 0, unit: 'lb' } }],
    })
    const form: Form = { id, pieces, body, status: undefined }
    forms.push(form)
    return form
  }

  const send = async (form: Form): Promise<void> => {
    form.status = (await line.once({ path: 'Vendor/ProcessShipment', body: form.body }))?.status ?? form.status
  }

  return {
    act: async (): Promise<string> => {
      const waits = forms.filter((f) => f.status === undefined)
      const form = waits.length > 0 && random() < 0.6 ? (random() < 0.15 ? fill(one(waits).id) : one(waits)) : fill(newId())
      // Two taps at once are one shipment, too.
      await Promise.all(random() < 0.3 ? [send(form), send(form)] : [send(form)])
      return `vendor ships ${form.pieces}: ${form.status ?? 'no answer'}`
    },
    end: async (): Promise<void> => {
      for (const form of forms) for (let tries = 0; form.status === undefined && tries < 5; tries++) await send(form)
    },
    wrong: ({ shipped }: Heard, putBack: boolean): string | undefined => {
      for (const s of shipped) {
        const of = forms.filter((f) => f.id === s.id)
        if (of.length === 0) return `the vendor's link made a shipment ${s.id} that nobody filled in`
        if (!of.some((f) => f.pieces === s.pieces))
          return `by the vendor's link ${s.pieces} pieces were shipped as ${s.id}, and it said ${of.map((f) => f.pieces)}`
      }
      for (const f of putBack ? [] : forms)
        if (f.status === 200 && !shipped.some((s) => s.id === f.id && s.pieces === f.pieces))
          return `the vendor was told that ${f.pieces} pieces went as ${f.id}, and they did not`
      return undefined
    },
    /** Once all is quiet: nothing waits for an answer. */
    waits: () => forms.some((f) => f.status === undefined),
  }
}
