import { useLingui } from '@lingui/react/macro'
import { useCall } from '@/kit/remote/useCall'
import { useWords } from '@/kit/words/words'
import css from './Videos.module.css'
import { languages } from './videos'

/** The videos of a page, those in the reader's language first. Nothing where there are none, or none can be asked for. */
export function PageVideos({ page }: { page: string }) {
  const { t, i18n } = useLingui()
  const words = useWords()
  const got = useCall('Org/Videos', undefined, { staleMs: 600_000 })
  const mine = (language: string) => Number(language !== i18n.locale)
  const shown = (got.data ?? []).filter((v) => v.Page === page).sort((a, b) => mine(a.Language) - mine(b.Language))
  if (shown.length === 0) return null
  return (
    <ul className={css.videos} aria-label={t`How-to videos`}>
      {shown.map((v) => (
        <li key={v.VideoId}>
          <a href={v.Url} target="_blank" rel="noopener noreferrer">
            {v.Title}
          </a>
          {v.Language !== i18n.locale && <small> {words(languages[v.Language] ?? v.Language)}</small>}
        </li>
      ))}
    </ul>
  )
}
