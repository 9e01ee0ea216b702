import { msg } from '@lingui/core/macro'
import type { OrgVideo, OrgVideoReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choiceOf, oneOf } from '@/kit/form/inputs'
import { isBuilt, pages } from '@/kit/page/pages'
import { usePageWords } from '@/kit/page/usePageWords'
import { resource } from '@/kit/resource/resource'
import { Anchor } from '@/kit/ui'
import type { Words } from '@/kit/words/words'

/** Languages by their own names, which nobody translates. */
export const languages: Record<string, Words> = { en: 'English', es: 'Español', fr: 'Français' }

/** The pages that a video can be about, by their names in the reader's language. */
function usePageChoices() {
  const words = usePageWords()
  return pages
    .filter((p) => !p.public && p.id !== null && isBuilt(p))
    .map((p) => ({ value: p.name, label: [...(p.menu?.slice(0, -1) ?? []).map((m) => words(m)), words(p)].join(' › ') }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

/** Videos that show how something is done. Everyone reads those of the pages they may open; an administrator keeps them. */
export const videos = (pageWords: (page: string) => string) =>
  resource<OrgVideo, OrgVideoReq>({
    title: msg`How-to videos`,
    list: 'Org/Videos',
    id: (v) => v.VideoId,
    called: (v) => v.Title,
    write: 'manage-organisation',
    columns: [
      {
        key: 'Title',
        label: msg`Title`,
        width: 260,
        phone: true,
        cell: (v) => (
          <Anchor href={v.Url} target="_blank" rel="noopener noreferrer">
            {v.Title}
          </Anchor>
        ),
      },
      { key: 'Page', label: msg`Page`, value: (v) => pageWords(v.Page), width: 180, phone: true },
      { key: 'Language', label: msg`Language`, value: (v) => String(languages[v.Language] ?? v.Language), width: 120, phone: true },
    ],
    filters: ['Page', 'Language'],
    empty: msg`No videos yet. An administrator adds links to them.`,
    fresh: { Language: 'en' },
    form: defineForm<OrgVideoReq, OrgVideo>('Org/SaveVideo', {
      title: msg`Video`,
      fields: {
        Title: { label: msg`Title` },
        Url: { label: msg`Link`, hint: msg`Begins with https://` },
        Page: { label: msg`Page`, input: choiceOf(usePageChoices), hint: msg`It stands in the help of this page, too.` },
        Language: { label: msg`Language`, input: oneOf(languages) },
      },
    }),
    end: 'Org/DeleteVideo',
    restore: 'Org/RestoreVideo',
  })
