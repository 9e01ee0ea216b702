import { Plural, Trans } from '@lingui/react/macro'
import { Fragment, type Ref } from 'react'
import { Ago } from '../format/Formats'
import { useWords } from '../words/words'
import css from './FormView.module.css'
import type { FormState } from './useForm'
import { alike, wrongOf } from './wrong'

export interface FormNotesProps<Args extends object> {
  form: FormState<Args>
  /** Brings a field into focus, or what stands at a path below it. */
  onField: (name: string, path: string) => void
  /** The summary of what is wrong, so that it can have the focus. */
  ref: Ref<HTMLDivElement>
}

/** What a form tells above its fields: where it goes on from, what changed meanwhile, what needs another look. */
export function FormNotes<Args extends object>({ form, onField, ref }: FormNotesProps<Args>) {
  const words = useWords()
  const wrong = wrongOf(form)
  return (
    <>
      {form.resumedFrom && (
        <p className={css.draft}>
          <Trans>
            Restored what you typed <Ago at={form.resumedFrom} />.
          </Trans>{' '}
          <button type="button" className={css.link} onClick={form.startOver}>
            <Trans>Start over</Trans>
          </button>
        </p>
      )}
      {form.news && (
        <p className={css.draft} role="status">
          {form.news.by && form.news.at ? (
            <Trans>
              {form.news.by} changed this <Ago at={form.news.at} />, while it was open. What you typed is still here.
            </Trans>
          ) : (
            <Trans>Changed on another device while this was open. What you typed is still here.</Trans>
          )}
        </p>
      )}
      {(wrong.length > 0 || form.trouble.length > 0) && (
        <div ref={ref} className={css.summary} role="alert" tabIndex={-1}>
          {wrong.length > 0 && (
            <strong>
              <Plural value={wrong.length} one="Check # field:" other="Check # fields:" />
            </strong>
          )}
          <ul>
            {form.trouble.map((text) => (
              <li key={text}>{text}</li>
            ))}
            {alike(wrong).map((group) => (
              <li key={group.map((w) => w.name + w.path).join()}>
                {group.map(({ name, path, label }, n) => (
                  <Fragment key={path}>
                    {n > 0 && ', '}
                    <button
                      type="button"
                      className={css.link}
                      {...(n > 0 ? { 'aria-label': label.map(words).join(', ') } : {})}
                      onClick={() => onField(name, path)}
                    >
                      {(n > 0 ? label.slice(-1) : label).map(words).join(', ')}
                    </button>
                  </Fragment>
                ))}
                {': '}
                {group[0]?.said}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
