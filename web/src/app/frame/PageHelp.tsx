import { help } from '@sync/gen/help'
import type { Page } from '@sync/gen/pages'
import { usePageWords } from '@/kit/page/usePageWords'
import { PageVideos } from '@/org/public'

/** What a page is for, in a sentence or two. The texts of all pages are long, so they come when one is first asked for. */
export function PageHelp({ page, id, className }: { page: Page; id: string; className?: string }) {
  const words = usePageWords()
  return (
    <div id={id} className={className}>
      {words(help[page.name] ?? page.label)}
      <PageVideos page={page.name} />
    </div>
  )
}
