import { Trans } from '@lingui/react/macro'
import { call } from '@sync/call'
import { useState } from 'react'
import { useWork } from '@/kit/remote/useWork'
import { Button } from '@/kit/ui'
import type { Event } from './useShipment'

/** Where a truck stood: told to whom asks, and it is written down who did. */
export function NotedPlace({ shipment, event }: { shipment: string; event: Event }) {
  const { busy, trouble, work } = useWork()
  const [place, setPlace] = useState<{ latitude: string; longitude: string; metres: number }>()
  const id = (event.data as { place?: string } | null)?.place // absent where it was noted before reading it was
  if (!id) return null
  if (place)
    return (
      <span role="status">
        <Trans>
          {place.latitude}, {place.longitude}, within {place.metres} m
        </Trans>
      </span>
    )
  const look = async () => {
    const { latitudeE6, longitudeE6, metres } = await call('DockView/ReadDriverLocation', { ShipmentId: shipment, Place: id })
    const degrees = (e6: number) => (e6 / 1e6).toFixed(6)
    setPlace({ latitude: degrees(latitudeE6), longitude: degrees(longitudeE6), metres })
  }
  return (
    <>
      <Button variant="subtle" size="compact-sm" loading={busy} onClick={() => void work(look)}>
        <Trans>Look it up; your name is noted</Trans>
      </Button>
      {trouble}
    </>
  )
}
