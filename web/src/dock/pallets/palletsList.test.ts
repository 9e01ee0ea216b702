import type { Right } from '@sync/gen/tables'
import { expect, test, vi } from 'vitest'
import { fakeRemote } from '@/kit/testing/render'
import { palletsList } from './palletsList'
import type { DockedPallet } from './usePalletsOnDock'

test('a closed load whose driver has not signed goes back to loading from the list of pallets, for who may load', async () => {
  const submit = vi.fn(async () => ({}))
  const as = (...rights: Right[]) =>
    fakeRemote({
      session: () => ({
        user: 'U',
        userName: 'u',
        name: 'U',
        org: '1',
        pages: new Set(),
        rights: new Set(rights),
        warehouses: [],
        known: true,
        expired: false,
      }),
      submit,
    })
  const pallet = (state: string) => ({ shipmentId: 'S1', load: { state } }) as DockedPallet // of the rest nothing is read
  const [active] = palletsList.actions ?? []
  const offered = () => ['loading', 'loaded', 'signed', 'left', 'void'].filter((s) => active?.when?.(pallet(s)))
  as('see-loads')
  expect(offered()).toEqual([])
  as('see-loads', 'load')
  expect(offered()).toEqual(['loaded'])
  await active?.run?.(pallet('loaded'))
  expect(submit).toHaveBeenCalledWith('DockView/MoveToActiveStatus', { ShipmentId: 'S1' })
})
