import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { ListScreen } from '@/kit/list/ListScreen'
import { useWords } from '@/kit/words/words'
import css from './Bucket.module.css'
import { Freshness } from './Freshness'
import { everyShipment } from './shipmentList'

export function ShipmentListScreen() {
  const words = useWords()
  const spec = useMemo(() => everyShipment(words), [words])
  const rows = useLiveQuery(() => local().shipment.toArray())
  return (
    <div className={css.screen}>
      <Freshness />
      <div className={css.list}>
        <ListScreen spec={spec} rows={rows} />
      </div>
    </div>
  )
}
