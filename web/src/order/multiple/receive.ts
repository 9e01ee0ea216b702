import type { Order } from '@sync/gen/tables'
import { submit } from '@/kit/remote/submit'

/** Opens orders whose goods the dock has, with the items that they have: those that wait for their items, each by itself. Gives how many are open now. */
export async function receive<T extends Pick<Order, 'number' | 'state'>>(orders: readonly T[], refused: (order: T, why: unknown) => void) {
  let done = 0
  for (const o of orders) {
    if (o.state !== 'pending') continue
    try {
      await submit('DockView/UpdateOpenOrderStatus', { OrderNumber: o.number })
      done++
    } catch (err) {
      refused(o, err)
    }
  }
  return done
}
