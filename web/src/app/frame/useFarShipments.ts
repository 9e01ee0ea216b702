import { useDebouncedValue } from '@/kit/hooks'
import { pageNamed } from '@/kit/page/pages'
import { useCall } from '@/kit/remote/useCall'
import { useSession } from '@/kit/remote/user'

/**
 * Shipments that the server knows by a number or by words: consignee, city, customer, carrier. It also holds those that have left the devices.
 * Asked once the typing pauses; without a connection nothing comes of it, and `offline` says so.
 */
export function useFarShipments(text: string) {
  const session = useSession()
  const [settled] = useDebouncedValue(text.trim(), 200)
  const details = pageNamed('ShipmentDetails')
  const may = details !== undefined && details.id !== null && (session?.pages.has(details.id) ?? false)
  const asked = may && settled.length > 1 && settled.length <= 60
  const called = useCall('Shipment/GlobalSearch', { searchtext: settled }, { enabled: asked })
  const current = asked && settled === text.trim()
  return {
    found: (current ? called.data : undefined) ?? [],
    looking: may && text.trim().length > 1 && text.trim().length <= 60 && (!current || called.loading),
    offline: asked && called.remote.offline === true,
  }
}
