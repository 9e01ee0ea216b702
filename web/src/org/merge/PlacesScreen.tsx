import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { OrgPlace } from '@sync/gen/api'
import { useMemo } from 'react'
import { useCan } from '@/kit/remote/can'
import { useCall } from '@/kit/remote/useCall'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { toasts } from '@/kit/toast/toast'
import { Alert, Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { customers, locations } from '../places/places'
import { DoublesPart, MergedPart } from './MergedPart'
import { MergeScreen, mergeMissing } from './MergeScreen'

export interface PlacesSearch {
  /** Ids of the rows that are merged, with commas. */
  merge?: string
  /** What was merged is shown. */
  merged?: true
}

interface Props {
  kind: 'customer' | 'location'
  search: PlacesSearch
  onSearch: (search: PlacesSearch) => void
}

/** Pages 131 and 52: customers or locations, the merge of those that are one party, and what was merged. */
export function PlacesScreen({ kind, search, onSearch }: Props) {
  const of = kind === 'customer' ? customers : locations
  const words = useWords()
  const may = useCan('manage-addresses')
  const got = useCall(kind === 'customer' ? 'Org/Customers' : 'Address/Locations', undefined)
  const rows = got.data as OrgPlace[] | undefined // what both calls list
  const bulk = useMemo(
    () =>
      may
        ? [
            {
              label: msg`Merge…`,
              run: (chosen: OrgPlace[]) => {
                if (chosen.length > 1 && chosen.length < 22) onSearch({ merge: chosen.map((p) => p.PlaceId).join() })
                else toasts.bad(msg`Select from 2 to 21 rows to merge.`)
                return false as const
              },
            },
          ]
        : [],
    [may, onSearch],
  )
  const back = () => onSearch({})
  if (search.merged) return <MergedPart kind={kind} onLeave={back} />
  if (search.merge && may && rows) {
    const ids = search.merge.split(',')
    const merged = rows.filter((r) => ids.includes(r.PlaceId))
    if (merged.length > 1) return <MergeScreen key={search.merge} kind={kind} rows={merged} onStale={got.remote.again} onLeave={back} />
  }
  return (
    <>
      {search.merge && may && rows && (
        <Alert role="alert" withCloseButton onClose={back} closeButtonLabel={words(msg`Close`)}>
          {words(mergeMissing)}
        </Alert>
      )}
      {may && rows && <DoublesPart kind={kind} rows={rows} onMerge={(ids) => onSearch({ merge: ids.join() })} />}
      <ResourceScreen of={of} bulk={bulk}>
        {may && (
          <Button variant="default" onClick={() => onSearch({ merged: true })}>
            <Trans>Merged</Trans>
          </Button>
        )}
      </ResourceScreen>
    </>
  )
}
