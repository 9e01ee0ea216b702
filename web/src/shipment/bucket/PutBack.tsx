import { msg } from '@lingui/core/macro'
import { useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { ListScreen } from '@/kit/list/ListScreen'
import { useWords } from '@/kit/words/words'
import { bucketList } from './shipmentList'
import { useBucket } from './useBucket'

/** Shipments that were put back to open: built already, and to be rated anew or saved. */
export function PutBack() {
  const words = useWords()
  const locale = useLocale()
  const spec = useMemo(() => bucketList('O', msg`Put back to open`, words, locale), [words, locale])
  return <ListScreen spec={spec} rows={useBucket('O')} />
}
