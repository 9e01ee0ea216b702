import { Trans, useLingui } from '@lingui/react/macro'
import type { ReportShare } from '@sync/gen/api'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { PlainButton } from '@/kit/plain/Plain'
import { useWords } from '@/kit/words/words'
import { measures } from './measures'
import css from './Scorecard.module.css'
import { type Measure, measureNames } from './search'
import { percent, percentOf } from './share'

interface FiguresProps {
  of: Measure
  shares: Record<Measure, ReportShare | null>
  /** How many loads the chosen figure leaves out, since nobody noted what it is judged by. */
  unknown?: number
  pick: (of: Measure) => void
}

/** The figures side by side; the chosen one explains itself: how it is counted, and from how many. A figure that the user may not see is not there. */
export function Figures({ of, shares, unknown = 0, pick }: FiguresProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const told = measures[of]
  const share = shares[of]
  return (
    <section className={css.figures}>
      <fieldset className={css.choice}>
        <legend className="sr-only">
          <Trans>Figure</Trans>
        </legend>
        {measureNames
          .filter((m) => shares[m])
          .map((m) => (
            <PlainButton key={m} aria-pressed={m === of} onClick={() => pick(m)}>
              <span>{words(measures[m].label)}</span> <b>{percent(percentOf(shares[m]), locale)}</b>
            </PlainButton>
          ))}
      </fieldset>
      {share && (
        <div className={css.explained}>
          <p>
            <strong>{words(told.label)}</strong>: {count(share.n, locale)} {words(told.n)} ÷ {count(share.of, locale)} {words(told.of)}
            {share.of > 0 && ` = ${percent(percentOf(share), locale)}`}
            {unknown > 0 && ` · ${t`${count(unknown, locale)} not measured`}`}
          </p>
          <p>{words(told.formula)}</p>
        </div>
      )}
    </section>
  )
}
