import { Trans, useLingui } from '@lingui/react/macro'
import { count } from '@/kit/format/measure'
import { Field } from '@/kit/guest/Field'
import { lineKey } from './draft'
import css from './Portal.module.css'
import { type Line, type Order, palletsLike, type Wrong } from './ship'
import type { Portal } from './usePortal'

/** What is ready of one line: pieces and pallets, and a weight where no order says what a piece weighs. */
export function LineFields({
  portal,
  order: o,
  line: l,
  bad,
}: {
  portal: Portal
  order: Order
  line: Line
  bad: (field: string) => Wrong | undefined
}) {
  const { t, i18n } = useLingui()
  const key = lineKey(o.id, l.line)
  const typed = portal.draft.lines[key] ?? { pieces: '', pallets: '', weight: '' }
  const type = (part: Partial<typeof typed>) => portal.type({ lines: { ...portal.draft.lines, [key]: { ...typed, ...part } } })
  const left = count(l.left, i18n.locale)
  const likely = typed.pallets.trim() === '' ? palletsLike(portal.items, l.item.code, typed.pieces) : undefined
  const says = (field: string) => {
    const wrong = bad(field)
    if (wrong === 'more-than-left') return t`Only ${left} are open.`
    if (wrong === 'too-many-pallets') return t`At most 120 pallets.`
    if (wrong === 'no-weight') return t`Enter what these pieces weigh.`
    return wrong && t`Enter a whole number.`
  }
  return (
    <fieldset className={css.line}>
      <legend>
        {l.item.description || l.item.code}
        <small> {[o.number, l.line, l.item.code].filter(Boolean).join(' · ')}</small>
      </legend>
      <div className={css.row}>
        <Field label={t`Pieces`} hint={<Trans>{left} open</Trans>} error={says(key)}>
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
        <Field label={t`Pallets`} error={says(`${key}/pallets`)}>
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
          <Field label={t`Weight (lb)`} error={says(`${key}/weight`)}>
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
      </div>
      <div className={css.quick}>
        {typed.pieces !== String(l.left) && (
          <button type="button" onClick={() => type({ pieces: String(l.left) })}>
            <Trans>All {left}</Trans>
          </button>
        )}
        {likely !== undefined && (
          <button type="button" onClick={() => type({ pallets: String(likely) })}>
            <Trans>Pallets as last time: {likely}</Trans>
          </button>
        )}
      </div>
    </fieldset>
  )
}
