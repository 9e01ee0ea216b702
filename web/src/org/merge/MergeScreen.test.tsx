import type { OrgPlace } from '@sync/gen/api'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queries } from '@/kit/remote/useCall'
import { fakeRemote, show } from '@/kit/testing/render'
import { oneAddress } from './alike'
import { MergeScreen } from './MergeScreen'

const place = (id: string, more: Partial<OrgPlace> = {}): OrgPlace => ({
  PlaceId: id,
  Kind: 'customer',
  Code: id,
  Name: 'Acme',
  Street: '1 Mill Lane',
  Street2: '',
  City: 'Memphis',
  State: 'TN',
  Zip: '38118',
  Country: 'US',
  Contact: '',
  Phone: '',
  Email: '',
  Rev: 1,
  At: 1,
  By: 'U1',
  ...more,
})
const follow = (Noun: string, Moved: number) => ({ Noun, Moved, Ended: 0, Needs: 'edit-orders' })
const preview = (rows: OrgPlace[], ...Follows: object[]) => ({ Place: rows[0], Ends: rows.slice(1), Follows, Shared: [], Lacking: [], Distinct: [] })

afterEach(() => queries.clear())

test('addresses that are written in two ways are one, and others are not', () => {
  const at = (more: Partial<OrgPlace>) => oneAddress([place('A'), place('B', more)])
  expect(at({ Street: '1 MILL LN.' })).toBe(true)
  expect(at({ Zip: '38118-2201', Country: '' })).toBe(true)
  expect(at({ Street: '11 Mill Lane' })).toBe(false)
  expect(at({ Street2: 'Suite 4' })).toBe(false)
  expect(at({ Zip: '38119' })).toBe(false)
  expect(at({ City: 'Nashville' })).toBe(false)
  expect(oneAddress([place('A', { Street2: 'Suite 4' }), place('B', { Street: '1 Mill Ln Ste 4' })])).toBe(true)
})

test('open orders are sent elsewhere only where a person says so, and are counted as that', async () => {
  const rows = [place('A'), place('B', { Street: '9 Far Road' })]
  const call = vi.fn(async (_: string, req: unknown) =>
    (req as { OpenOrders: boolean }).OpenOrders
      ? preview(rows, follow('orders', 3), follow('open-order-addresses', 2))
      : preview(rows, follow('orders', 3)),
  )
  fakeRemote({ call: call as never })
  await show(<MergeScreen kind="customer" rows={rows} onLeave={() => {}} />)
  const box = await screen.findByRole<HTMLInputElement>('checkbox')
  expect(box.checked).toBe(false)
  const orders = within(await screen.findByRole('row', { name: /^Orders/ }))
  expect(orders.getByText('3')).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: 'Sent elsewhere' })).toBeNull()
  box.click()
  const heads = (await screen.findByRole('columnheader', { name: 'Sent elsewhere' })).closest('tr')
  const at = [...(heads?.cells ?? [])].map((c) => c.textContent)
  const sent = screen.getByRole<HTMLTableRowElement>('row', { name: /^Delivery addresses/ })
  expect(sent.cells[at.indexOf('Sent elsewhere')]?.textContent).toBe('2')
  expect(sent.cells[at.indexOf('Renamed')]?.textContent).toBe('')
})

test('one address in two ways of writing is ticked', async () => {
  const rows = [place('A'), place('B', { Street: '1 Mill Ln' })]
  fakeRemote({ call: (async () => preview(rows)) as never })
  await show(<MergeScreen kind="customer" rows={rows} onLeave={() => {}} />)
  expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(true)
})
