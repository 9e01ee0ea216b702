// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Label, makeLabels, type Unit } from './label'
import { cartons, makePacking, type Packed, type PackingList } from './packing'

interface Case {
  name: string
  shipment: Packed
  units: Unit[]
  packing: PackingList
  /** Where there are more than five hundred, the last. */
  cartons: Label[]
}

const cases: Case[] = JSON.parse(readFileSync(new URL('../../../sync/testdata/packing-make.json', import.meta.url), 'utf8'))

it('has cases', () => expect(cases.length).toBeGreaterThan(2))

it.each(cases)('the packing list is the server’s: $name', ({ shipment, units, packing }) => {
  expect(makePacking(shipment, units)).toEqual(packing)
})

it.each(cases)('carton labels are the server’s: $name', ({ shipment, cartons: want }) => {
  const labels = makeLabels('parcel', { ...shipment, items: shipment.items ?? [] }, cartons(shipment))
  expect(labels.length > 499 ? labels.slice(-1) : labels).toEqual(want)
})
