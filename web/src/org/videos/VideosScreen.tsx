import { useMemo } from 'react'
import { pages } from '@/kit/page/pages'
import { usePageWords } from '@/kit/page/usePageWords'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { videos } from './videos'

/** Page 145: the organisation's own videos, by page. */
export function VideosScreen() {
  const words = usePageWords()
  const of = useMemo(() => videos((name) => words(pages.find((p) => p.name === name) ?? name)), [words])
  return <ResourceScreen of={of} />
}
