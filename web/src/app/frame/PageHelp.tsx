import { help } from '@sync/gen/help'
import type { Page } from '@sync/gen/pages'
import { usePageWords } from '@/kit/page/usePageWords'

/** What a page is for, in a sentence or two. The texts of all pages are long, so they come when one is first asked for. */
export function PageHelp({ page, id, className }: { page: Page; id: string; className?: string }) {
  const words = usePageWords()
  return (
    <p id={id} className={className}>
      {words(help[page.name] ?? page.label)}
    </p>
  )
}
