import type { Order } from '@sync/gen/tables'
import { expect, test, vi } from 'vitest'
import { fakeRemote } from '@/kit/testing/render'
import { receive } from './receive'

test('received goods open the orders that wait for them, and one that is refused keeps none of the others back', async () => {
  const no = new Error('its items lack a class')
  const submit = vi.fn(async (_op: string, req: object) => {
    if ((req as { OrderNumber: string }).OrderNumber === 'SO-2') throw no
    return {}
  })
  fakeRemote({ submit })
  const order = (number: string, state: Order['state']) => ({ number, state })
  const refused: unknown[] = []
  const done = await receive(
    [order('SO-1', 'pending'), order('SO-2', 'pending'), order('SO-3', 'open'), order('SO-4', 'pending')],
    (o, why) => refused.push([o.number, why]),
  )
  expect(done).toBe(2)
  expect(refused).toEqual([['SO-2', no]])
  expect(submit.mock.calls.map(([op, req]) => [op, req])).toEqual(
    ['SO-1', 'SO-2', 'SO-4'].map((OrderNumber) => ['DockView/UpdateOpenOrderStatus', { OrderNumber }]),
  )
})
