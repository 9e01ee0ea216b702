import { useLingui } from '@lingui/react/macro'
import { plusDays } from '../format/day'
import { PlainInput, PlainSelect } from '../plain/Plain'
import css from './Report.module.css'

interface SpanProps {
  from: string
  to: string
  /** The newest day there can be: the last days are counted back from it. */
  today: string
  onSpan: (from: string, to: string) => void
}

const spans = [1, 7, 14, 30, 90, 365]

/** The days of a report: the last so many, or from one to another. */
export function Span({ from, to, today, onSpan }: SpanProps) {
  const { t } = useLingui()
  const last = to === today ? spans.find((n) => plusDays(today, 1 - n) === from) : undefined
  return (
    <div className={css.span}>
      <PlainSelect
        aria-label={t`Period`}
        value={last ?? ''}
        onChange={(e) => e.currentTarget.value && onSpan(plusDays(today, 1 - Number(e.currentTarget.value)), today)}
      >
        {!last && <option value="">{from === to ? t`One day` : t`Own period`}</option>}
        {spans.map((n) => (
          <option key={n} value={n}>
            {n === 1 ? t`Today` : t`Last ${n} days`}
          </option>
        ))}
      </PlainSelect>
      <PlainInput
        aria-label={t`From day`}
        type="date"
        value={from}
        max={to}
        onChange={(e) => e.currentTarget.value && onSpan(e.currentTarget.value, to)}
      />
      <PlainInput
        aria-label={t`Until day`}
        type="date"
        value={to}
        min={from}
        onChange={(e) => e.currentTarget.value && onSpan(from, e.currentTarget.value)}
      />
    </div>
  )
}
