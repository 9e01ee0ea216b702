import { Trans, useLingui } from '@lingui/react/macro'
import { Field } from '@/kit/guest/Field'
import css from '../guest/Portal.module.css'
import type { ContainerTyped, Size } from './draft'
import type { Booking } from './useBooking'
import { sizes } from './words'

const most = 40

/** The containers of a full load, one after the other; a number that is not known yet is left open. */
export function Containers({ portal, said }: { portal: Booking; said: (field: string) => string | undefined }) {
  const { t, i18n } = useLingui()
  const list = portal.draft.containers
  const put = (at: number, part: Partial<ContainerTyped>) =>
    portal.type({ containers: list.map((c, i) => (i === at ? { ...c, ...part } : c)) })
  return (
    <>
      {list.map((c, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a container has no name before it has a number
        <fieldset key={i} className={css.line}>
          <legend>
            <Trans>Container {i + 1}</Trans>
          </legend>
          <div className={css.row}>
            <Field label={t`Size`} error={said(`Containers[${i}].Size`)}>
              {(wired) => (
                // The options are the sizes.
                <select {...wired} value={c.size} onChange={(e) => put(i, { size: e.currentTarget.value as Size })}>
                  {sizes.map((s) => (
                    <option key={s.size} value={s.size}>
                      {i18n._(s.name)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label={t`Number, if known`} error={said(`Containers[${i}].ContainerNumber`)}>
              {(wired) => (
                <input
                  {...wired}
                  autoComplete="off"
                  autoCapitalize="characters"
                  maxLength={20}
                  value={c.number}
                  onChange={(e) => put(i, { number: e.currentTarget.value })}
                />
              )}
            </Field>
            <Field label={t`Seal`}>
              {(wired) => (
                <input
                  {...wired}
                  autoComplete="off"
                  maxLength={30}
                  value={c.seal}
                  onChange={(e) => put(i, { seal: e.currentTarget.value })}
                />
              )}
            </Field>
          </div>
          {list.length > 1 && (
            <div className={css.quick}>
              <button type="button" onClick={() => portal.type({ containers: list.filter((_, at) => at !== i) })}>
                <Trans>Remove container {i + 1}</Trans>
              </button>
            </div>
          )}
        </fieldset>
      ))}
      {said('Containers') && (
        <p role="alert" className={css.bad}>
          <Trans>Add a container.</Trans>
        </p>
      )}
      {list.length < most && (
        <button
          type="button"
          className={css.more}
          onClick={() => portal.type({ containers: [...list, { size: list.at(-1)?.size ?? '40HC', number: '', seal: '' }] })}
        >
          <Trans>Add a container</Trans>
        </button>
      )}
    </>
  )
}
