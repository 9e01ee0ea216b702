import { useLingui } from '@lingui/react/macro'
import css from './Sign.module.css'
import { type SignLanguage, signLanguages } from './search'

/** The languages that a driver chooses among, for this screen alone. */
export function Languages({ language, onLanguage }: { language: SignLanguage; onLanguage: (language: SignLanguage) => void }) {
  const { t } = useLingui()
  return (
    <fieldset className={css.languages}>
      <legend className="sr-only">{t`Language of this screen`}</legend>
      {(Object.keys(signLanguages) as SignLanguage[]) // keys of a constant
        .map((l) => (
          <button key={l} type="button" lang={l} aria-pressed={language === l} onClick={() => onLanguage(l)} title={signLanguages[l]}>
            {l.toUpperCase()}
          </button>
        ))}
    </fieldset>
  )
}
