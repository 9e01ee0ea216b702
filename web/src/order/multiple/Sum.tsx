import { useLingui } from '@lingui/react/macro'
import { useWords, type Words } from '@/kit/words/words'
import css from './Multiple.module.css'

/** Some of a stage's rows that a person looks after: those that cannot go on yet, and why. */
export interface Some {
  /** With how many they are: "3 wait for their items". */
  words: Words
  rows: readonly string[]
}

/** How many are in a stage, and how many of them cannot go on; each such number shows its rows alone. */
export function Sum({ all, some, pick }: { all: Words; some: readonly Some[]; pick: (rows: readonly string[]) => void }) {
  const { t } = useLingui()
  const words = useWords()
  return (
    <p className={css.sum}>
      {words(all)}
      {some
        .filter((s) => s.rows.length > 0)
        .map((s) => (
          <span key={words(s.words)}>
            {' · '}
            <button type="button" title={t`Show these only`} onClick={() => pick(s.rows)}>
              {words(s.words)}
            </button>
          </span>
        ))}
    </p>
  )
}
