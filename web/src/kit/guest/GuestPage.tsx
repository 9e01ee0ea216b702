import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import css from './Guest.module.css'
import { choose, type Language, languages } from './languages'

/** The frame of a page that a stranger opens by a link or a code: a language to choose, and nothing of the app. */
export function GuestPage({ children }: { children: ReactNode }) {
  const { t, i18n } = useLingui()
  return (
    <div className={css.page}>
      <header className={css.head}>
        <strong>Lading</strong>
        <select
          aria-label={t`Language`}
          value={i18n.locale}
          onChange={(e) => void choose(e.currentTarget.value as Language) /* one of the options below */}
        >
          {Object.entries(languages).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </header>
      <main>{children}</main>
    </div>
  )
}

/** What a stranger came for, in one sentence, as shape, word and colour. */
export function Verdict({ verdict, title, children }: { verdict: 'good' | 'waiting' | 'bad'; title: ReactNode; children: ReactNode }) {
  return (
    <section className={css.verdict} data-verdict={verdict}>
      <h2>
        <span aria-hidden="true">{verdict === 'good' ? '✓' : verdict === 'bad' ? '✕' : '!'}</span> {title}
      </h2>
      <div className={css.said}>{children}</div>
    </section>
  )
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
