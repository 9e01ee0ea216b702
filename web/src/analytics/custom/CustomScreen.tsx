import { msg } from '@lingui/core/macro'
import { Awaited } from '@/kit/remote/Awaited'
import { useCall } from '@/kit/remote/useCall'
import { CustomReport } from './CustomReport'
import { CustomsPart } from './CustomsPart'
import type { CustomSearch } from './search'

const onServer = msg`Reports are read from the server, and there is no connection now.`

/** The user's own reports; with one named, that one. */
export function CustomScreen({ search, onSearch }: { search: CustomSearch; onSearch: (search: CustomSearch) => void }) {
  const got = useCall('CustomReports/List', undefined)
  const of = got.data?.find((r) => r.ReportId === search.id)
  if (!search.id || (got.data && !of)) return <CustomsPart open={(id) => onSearch({ id })} />
  return (
    <Awaited called={got} offline={onServer}>
      {of && <CustomReport of={of} search={search} onSearch={onSearch} />}
    </Awaited>
  )
}
