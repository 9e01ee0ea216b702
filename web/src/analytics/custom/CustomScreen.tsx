import { msg } from '@lingui/core/macro'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { CustomReport } from './CustomReport'
import { CustomsPart } from './CustomsPart'
import type { CustomSearch } from './search'

const onServer = msg`Reports are read from the server, and there is no connection now.`

/** The user's own reports; with one named, that one. */
export function CustomScreen({ search, onSearch }: { search: CustomSearch; onSearch: (search: CustomSearch) => void }) {
  const { id = '' } = search
  const all = useCall('CustomReports/List', undefined)
  const opened = useCall('CustomReports/Open', { ReportId: id }, { enabled: id !== '' })
  if (!id || (all.data && !all.data.some((r) => r.ReportId === id))) return <CustomsPart open={(id) => onSearch({ id })} />
  return (
    <Pending called={opened} offline={onServer}>
      {opened.data && <CustomReport opened={opened.data} search={search} onSearch={onSearch} />}
    </Pending>
  )
}
