import { msg } from '@lingui/core/macro'
import type { ShipmentChangeReq } from '@sync/gen/api'
import type { FreightMeasure, FreightParty, Shipment } from '@sync/gen/tables'
import { defineForm, type Field } from '@/kit/form/defineForm'
import { Count, measureIn, Text } from '@/kit/form/inputs'
import { latest, numberOf } from '../move/latest'
import { ServicesChoice } from '../single/choices'

type Typed = Record<string, number | string | string[] | FreightMeasure | undefined>

const units = ['lb', 'kg', 'mt']
const address = ['name', 'street', 'street2', 'city', 'state', 'zip'] as const

/** What a load is now, as the form shows it. */
export const changeOf = (s: Shipment): Typed => ({
  ShipmentId: s.id,
  Services: s.services,
  ...Object.fromEntries(address.map((f) => [f, s.destination[f] ?? ''])),
  ...Object.fromEntries(
    s.items.flatMap((it, n) => [
      [`pieces${n}`, it.pieces],
      [`pallets${n}`, it.pallets],
      [`weight${n}`, it.weight],
    ]),
  ),
})

/** Changes a load that a carrier has, in one step: the price follows and the carrier is asked again. */
export const changeForm = (s: Shipment) => {
  const text = (label: Field<Typed, string>['label'], row: number, required = true): Field<Typed, string> => ({
    label,
    input: Text as unknown as Field<Typed, string>['input'], // every field of this form has a type of its own
    row,
    required,
  })
  const any = (input: unknown) => input as Field<Typed, string>['input'] // as above
  return defineForm<Typed, Shipment>('Shipment/ChangeLoad', {
    title: msg`Change the load`,
    intro: msg`The price follows, and the carrier is asked to confirm the load again, with what changed.`,
    wide: true,
    fields: {
      ...Object.fromEntries(
        s.items.flatMap((it, n) => {
          const what = it.description || (it.code ?? '')
          const counted: [string, Field<Typed, string>][] = s.onDock // they are counted there
            ? []
            : [
                [`pieces${n}`, { label: msg`Pieces: ${what}`, input: any(Count), required: true, row: n + 10 }],
                [`pallets${n}`, { label: msg`Pallets`, input: any(Count), row: n + 10 }],
              ]
          return [...counted, [`weight${n}`, { label: msg`Weight: ${what}`, input: any(measureIn(units)), required: true, row: n + 10 }]]
        }),
      ),
      Services: { label: msg`Services`, input: any(ServicesChoice) },
      name: text(msg`Deliver to`, 1),
      street: text(msg`Street`, 1),
      street2: text(msg`Street, line 2`, 2, false),
      city: text(msg`City`, 2),
      state: text(msg`State`, 3),
      zip: text(msg`ZIP`, 3),
    },
    submit: msg`Change and ask the carrier`,
    done: msg`The load has been changed.`,
    of: () => numberOf({ ShipmentId: s.id }),
    subject: () => s.id,
    latest: () => latest({ ShipmentId: s.id }),
    toRequest: (typed): ShipmentChangeReq => {
      const to: FreightParty = { ...s.destination, ...Object.fromEntries(address.map((f) => [f, String(typed[f] ?? '')])) }
      const moved = address.some((f) => (to[f] ?? '') !== (s.destination[f] ?? ''))
      return {
        ShipmentId: s.id,
        Services: (typed.Services as string[] | undefined) ?? [], // its own field
        ...(moved ? { Destination: to } : {}),
        Lines: s.items.map((it, Line) => ({
          Line,
          ...(s.onDock ? {} : { Pieces: Number(typed[`pieces${Line}`] ?? it.pieces), Pallets: Number(typed[`pallets${Line}`] ?? 0) }),
          Weight: (typed[`weight${Line}`] as FreightMeasure | undefined) ?? it.weight, // its own field
        })),
      }
    },
  })
}
