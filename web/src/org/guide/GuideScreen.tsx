import { useLingui } from '@lingui/react/macro'
import { help } from '@sync/gen/help'
import { useState } from 'react'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { allowed, isBuilt, pages, standsAlone } from '@/kit/page/pages'
import { usePageWords } from '@/kit/page/usePageWords'
import { useSession } from '@/kit/remote/user'
import { TextInput } from '@/kit/ui'
import css from './Guide.module.css'

/** What each page that the user may open is for, in the order of the menu. It is made of the pages' own help, so it says nothing of what is not there. */
export function GuideScreen() {
  const { t } = useLingui()
  const words = usePageWords()
  const held = useSession()?.pages
  const [text, setText] = useState('')
  const wanted = text.trim().toLocaleLowerCase()
  const found = pages
    .filter((p) => held && !p.public && isBuilt(p) && standsAlone(p) && allowed(p, held))
    .map((p) => ({ page: p, under: words(p.menu?.[0] ?? t`More pages`), name: words(p), about: words(help[p.name] ?? '') }))
    .filter((p) => `${p.under} ${p.name} ${p.about}`.toLocaleLowerCase().includes(wanted))
  return (
    <Screen
      title={t`User guide`}
      actions={
        <TextInput
          type="search"
          aria-label={t`Find in the guide`}
          placeholder={t`Find in the guide`}
          value={text}
          onChange={(e) => setText(e.currentTarget.value)}
        />
      }
    >
      {found.length === 0 && <p role="status">{t`No page's description has these words.`}</p>}
      {[...new Set(found.map((p) => p.under))].map((under) => (
        <section key={under} className={css.part}>
          <h2>{under}</h2>
          <dl>
            {found
              .filter((p) => p.under === under)
              .map(({ page, name, about }) => (
                <div key={page.name}>
                  <dt>
                    <PageLink to={{ page: page.name }}>{name}</PageLink>
                  </dt>
                  <dd>{about}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Screen>
  )
}
