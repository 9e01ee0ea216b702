// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Label, type Labelled, makeLabels, type Unit } from './label'

interface Case {
  name: string
  kind: Label['kind']
  shipment: Labelled
  units: Unit[]
  labels: Label[]
}

const cases: Case[] = JSON.parse(readFileSync(new URL('../../../sync/testdata/label-make.json', import.meta.url), 'utf8'))

it('has cases', () => expect(cases.length).toBeGreaterThan(1))

it.each(cases)('labels are the server’s: $name', ({ kind, shipment, units, labels }) => {
  expect(makeLabels(kind, shipment, units)).toEqual(labels)
})
