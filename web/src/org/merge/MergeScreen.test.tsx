import type { OrgPlace } from '@sync/gen/api'
import { CallError } from '@sync/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queries } from '@/kit/remote/useCall'
import { fakeRemote, show } from '@/kit/testing/render'
import { oneAddress } from './alike'
import { MergeScreen } from './MergeScreen'
import { PlacesScreen } from './PlacesScreen'

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
  At: '2026-11-20T10:00:00Z',
  By: 'U1',
  ...more,
})
const follow = (Noun: string, Moved: number) => ({ Noun, Moved, Ended: 0, Needs: 'edit-orders' })
const preview = (rows: OrgPlace[], ...Follows: object[]) => ({
  Place: rows[0],
  Ends: rows.slice(1),
  Follows,
  Shared: [],
  Lacking: [],
  Distinct: [],
})

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
  await show(<MergeScreen kind="customer" rows={rows} onStale={() => {}} onLeave={() => {}} />)
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
  await show(<MergeScreen kind="customer" rows={rows} onStale={() => {}} onLeave={() => {}} />)
  expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(true)
})

test('a row that somebody else has changed meanwhile is fetched anew, and merged as it is now', async () => {
  let rev = 1
  const rows = () => [place('A', { Rev: rev, Phone: rev > 1 ? '901-555-0100' : '' }), place('B')]
  const merges: number[] = []
  const me = { user: 'U1', rights: new Set(['manage-addresses']) } as never
  fakeRemote({
    session: () => me,
    call: (async (op: string, req: { Place?: { Rev: number } }) => {
      if (op === 'Org/Customers') return rows()
      if (op === 'Org/LikelyDoubles') return []
      if (req.Place?.Rev !== rev) throw new CallError(409, 'place-changed-meanwhile', { code: 'A', name: 'Acme' })
      return preview(rows())
    }) as never,
    submit: (async (_: string, req: { Place: { Rev: number } }) => {
      merges.push(req.Place.Rev)
      if (req.Place.Rev !== rev) throw new CallError(409, 'place-changed-meanwhile', { code: 'A', name: 'Acme' })
    }) as never,
  })
  const leave = vi.fn()
  await show(<PlacesScreen kind="customer" search={{ merge: 'A,B' }} onSearch={leave} />)
  await screen.findByText('No order, load or setting names them.')
  rev = 2
  await userEvent.click(screen.getByRole('button', { name: 'Merge' }))
  expect(await screen.findByText('901-555-0100')).toBeTruthy()
  await screen.findByText('No order, load or setting names them.')
  await userEvent.click(screen.getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(leave).toHaveBeenCalled())
  expect(merges).toEqual([1, 2])
})
