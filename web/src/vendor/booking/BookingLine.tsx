import { Trans, useLingui } from '@lingui/react/macro'
import { count } from '@/kit/format/measure'
import { Field } from '@/kit/guest/Field'
import { lineKey } from '../guest/draft'
import css from '../guest/Portal.module.css'
import type { Line, Order } from '../guest/ship'
import type { BookLine } from './draft'
import type { Booking } from './useBooking'

/** What is ready of one line, with its tariff code, which the item had last time. */
export function BookingLine({
  portal,
  order: o,
  line: l,
  said,
}: {
  portal: Booking
  order: Order
  line: Line
  said: (field: string) => string | undefined
}) {
  const { t, i18n } = useLingui()
  const key = lineKey(o.id, l.line)
  const typed: BookLine = portal.draft.lines[key] ?? { pieces: '', pallets: '', weight: '', hts: portal.htsOf(o.id, l.line) }
  const type = (part: Partial<BookLine>) => portal.type({ lines: { ...portal.draft.lines, [key]: { ...typed, ...part } } })
  const left = count(l.left, i18n.locale)
  return (
    <fieldset className={css.line}>
      <legend>
        {l.item.description || l.item.code}
        <small> {[o.number, l.line, l.item.code].filter(Boolean).join(' · ')}</small>
      </legend>
      <div className={css.row}>
        <Field label={t`Pieces`} hint={<Trans>{left} open</Trans>} error={said(key)}>
          {(wired) => (
            <input
              {...wired}
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              value={typed.pieces}
              onChange={(e) => type({ pieces: e.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={t`Pallets`} error={said(`${key}/pallets`)}>
          {(wired) => (
            <input
              {...wired}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              value={typed.pallets}
              onChange={(e) => type({ pallets: e.currentTarget.value })}
            />
          )}
        </Field>
        {l.item.weight.milli <= 0 && (
          <Field label={t`Weight (lb)`} error={said(`${key}/weight`)}>
            {(wired) => (
              <input
                {...wired}
                inputMode="decimal"
                autoComplete="off"
                maxLength={10}
                value={typed.weight}
                onChange={(e) => type({ weight: e.currentTarget.value })}
              />
            )}
          </Field>
        )}
        <Field label={t`HTS code`} hint={<Trans>6 to 10 digits</Trans>} error={said(`${key}/hts`)}>
          {(wired) => (
            <input
              {...wired}
              inputMode="decimal"
              autoComplete="off"
              maxLength={14}
              value={typed.hts}
              onChange={(e) => type({ hts: e.currentTarget.value })}
            />
          )}
        </Field>
      </div>
      {typed.pieces !== String(l.left) && (
        <div className={css.quick}>
          <button type="button" onClick={() => type({ pieces: String(l.left) })}>
            <Trans>All {left}</Trans>
          </button>
        </div>
      )}
    </fieldset>
  )
}
