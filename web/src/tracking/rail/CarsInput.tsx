import { Trans, useLingui } from '@lingui/react/macro'
import type { TrackingRailCarLoad } from '@sync/gen/api'
import type { InputProps } from '@/kit/form/defineForm'
import { Count, measureIn, Text } from '@/kit/form/inputs'
import { Button } from '@/kit/ui'
import css from './Rail.module.css'

const Weight = measureIn(['lb', 'kg'])

const blank: TrackingRailCarLoad = { CarNumber: '', Description: '', Pieces: 1, Weight: { milli: 0, unit: 'lb' }, Seal: '' }

/** The cars of a rail shipment, each with what is in it. */
export function CarsInput({ id, error, errors = {}, disabled, value, onChange }: InputProps<TrackingRailCarLoad[]>) {
  const { t } = useLingui()
  const cars = value ?? [blank]
  const set = (n: number, part: Partial<TrackingRailCarLoad>) => onChange(cars.map((c, i) => (i === n ? { ...c, ...part } : c)))
  return (
    <div id={id} tabIndex={-1} data-span={12}>
      {cars.map((c, n) => {
        const number = n + 1
        const wired = (name: keyof TrackingRailCarLoad) => {
          const wrong = errors[`[${n}].${name}`]
          return { id: `${id}[${n}].${name}`, name, ...(wrong ? { error: wrong } : {}), ...(disabled ? { disabled } : {}) }
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: cars have no key before they are saved; one that goes takes its fields with it
          <fieldset key={n} className={css.car}>
            <legend>
              <Trans>Rail car {number}</Trans>
            </legend>
            <Text
              {...wired('CarNumber')}
              label={t`Car number`}
              required
              value={c.CarNumber}
              onChange={(v) => set(n, { CarNumber: v ?? '' })}
            />
            <Text {...wired('Description')} label={t`Commodity`} value={c.Description} onChange={(v) => set(n, { Description: v ?? '' })} />
            <Count {...wired('Pieces')} label={t`Pieces`} value={c.Pieces} onChange={(v) => set(n, { Pieces: v ?? 0 })} />
            <Weight {...wired('Weight')} label={t`Weight`} value={c.Weight} onChange={(v) => set(n, { Weight: v ?? blank.Weight })} />
            <Text {...wired('Seal')} label={t`Seal`} value={c.Seal} onChange={(v) => set(n, { Seal: v ?? '' })} />
            {cars.length > 1 && (
              <div className={css.actions}>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  disabled={disabled}
                  aria-label={t`Remove rail car ${number}`}
                  onClick={() => onChange(cars.filter((_, i) => i !== n))}
                >
                  <Trans>Remove</Trans>
                </Button>
              </div>
            )}
          </fieldset>
        )
      })}
      <Button variant="default" size="xs" disabled={disabled} onClick={() => onChange([...cars, blank])}>
        <Trans>Add rail car</Trans>
      </Button>
      {error && <p role="alert">{error}</p>}
    </div>
  )
}
