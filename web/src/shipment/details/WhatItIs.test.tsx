import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Shipment } from '@sync/gen/tables'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WhatItIs } from './WhatItIs'

const party = (name: string) => ({ name, street: '1 Main St', city: 'Macon', state: 'GA', zip: '31201', country: 'US' })

test('the appointment that a stop’s consignee gave is shown with the stop', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const s = {
    warehouse: 'ATL',
    origin: party('Acme'),
    destination: party('Globex'),
    billTo: party('Acme'),
    stops: [
      { id: '1', label: '1', to: party('Initech'), refs: ['PO-1'], items: [], appointment: 'APT-4711' },
      { id: '2', label: '2', to: party('Hooli'), refs: [], items: [] },
    ],
    items: [],
    refs: [],
    orders: [],
    orderNotes: [],
    services: [],
    serviceNames: [],
    clauses: {},
    shipOn: '2026-12-01',
    pickupFrom: '',
    pickupTo: '',
    weight: { milli: 1000, unit: 'lb' },
  } as unknown as Shipment // of the rest nothing is shown
  render(
    <I18nProvider i18n={i18n}>
      <WhatItIs s={s} />
    </I18nProvider>,
  )
  expect(screen.getAllByText(/APT-4711/)).toHaveLength(1)
  expect(screen.getByText(/APT-4711/).textContent).toBe('Delivery appointment: APT-4711')
})
