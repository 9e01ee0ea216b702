import type { Right } from '@sync/gen/tables'
import { expect, test, vi } from 'vitest'
import { fakeRemote } from '@/kit/testing/render'
import { activeOffers } from './active'

test('a closed load goes back to loading by the number of its order, for who may load, until its driver has signed', async () => {
  const submit = vi.fn(async () => ({}))
  const as = (...rights: Right[]) =>
    fakeRemote({
      session: () => ({
        ...{ user: 'U', userName: 'u', name: 'U', org: '1', warehouses: [], known: true, expired: false },
        pages: new Set(),
        rights: new Set(rights),
      }),
      submit,
    })
  as('see-loads')
  expect(activeOffers({ orders: ['SO-1'] }, true)).toEqual([])
  as('load')
  expect([activeOffers({ orders: ['SO-1'] }, false), activeOffers({ orders: [] }, true)]).toEqual([[], []])
  const [offer] = activeOffers({ orders: ['SO-1', 'SO-2'] }, true)
  await offer?.run()
  expect(submit).toHaveBeenCalledWith('DockView/UpdateShipmentStatus', {
    OrderNumber: 'SO-1',
    ShipmentId: '',
    Stage: 'live',
    Flag: 'active',
  })
})
