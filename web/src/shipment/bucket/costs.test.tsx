import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Shipment, ShipmentCost } from '@sync/gen/tables'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dueColumn, priceColumn } from './costs'

const load = { id: 'S1', arrivesOn: '2026-11-27' } as Shipment // of the rest nothing is read
const cost = (stale: string) => new Map([['S1', { id: 'S1', currency: 'USD', totalMinor: 13_251, stale } as ShipmentCost]])

const shown = (stale: string) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  return [dueColumn(cost(stale)), ...priceColumn(cost(stale), 'en')].map(
    (c) => render(<I18nProvider i18n={i18n}>{c.cell?.(load)}</I18nProvider>).container.textContent ?? '',
  )
}

test('a price and a due date of a load that has changed since are marked in lists', () => {
  const [due, price] = shown('changed')
  expect(due).toContain('27')
  expect(due).toMatch(/changed since$/)
  expect(price).toMatch(/132\.51.*changed since$/)
})

test('a price is sorted as a number', () => {
  expect(priceColumn(cost(''), 'en').map((c) => c.value?.(load))).toEqual([132.51])
})

test('those that follow the load are not', () => {
  expect(shown('').join()).not.toContain('changed since')
})

test('a device without costs has no price to show', () => {
  expect(priceColumn(new Map(), 'en')).toEqual([])
})
