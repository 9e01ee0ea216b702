import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { ListScreen } from '@/kit/list/ListScreen'
import { useWords } from '@/kit/words/words'
import { everyShipment } from './shipmentList'
import { useStale } from './useStale'

export function ShipmentListScreen() {
  const words = useWords()
  const spec = useMemo(() => everyShipment(words), [words])
  const rows = useLiveQuery(() => local().shipment.toArray())
  const stale = useStale()
  return <ListScreen spec={spec} rows={rows} {...(stale ? { remote: { asOf: stale } } : {})} />
}
