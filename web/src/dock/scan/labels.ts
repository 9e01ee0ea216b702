import { local, working } from '@sync/client'
import type { Labels } from './decide'

/** The device's own rows. */
export const deviceLabels: Labels = {
  async byNumber(code) {
    if (!code) return []
    const { dock_pallet } = local()
    const [lpn, sscc] = await Promise.all([
      dock_pallet.where('lpn').equals(code).toArray(),
      dock_pallet.where('sscc').equals(code).toArray(),
    ])
    return [...new Map([...lpn, ...sscc].map((p) => [p.id, p])).values()]
  },
  async byPaper(code) {
    const { dock_shipment } = local()
    const [bol, pro, order] = await Promise.all([
      dock_shipment.where('bol').equals(code).toArray(),
      dock_shipment.where('pro').equals(code).toArray(),
      dock_shipment.where('orders').equals(code).toArray(),
    ])
    return [...bol, ...pro, ...order]
  },
  load: (id) => local().dock_shipment.get(id),
  loading: () => working().engine.status().loading.length > 0,
}
