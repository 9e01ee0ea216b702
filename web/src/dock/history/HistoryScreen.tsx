import { ListScreen } from '@/kit/list/ListScreen'
import { useCall } from '@/kit/remote/useCall'
import { historyList } from './historyList'

/** Loads that have left this dock. They are no longer on the devices, so the server is asked and the last answer kept. */
export function HistoryScreen() {
  const { data, remote } = useCall('DockView/GetShipmentHistory', {})
  return <ListScreen spec={historyList} rows={data?.shipments} remote={remote} />
}
