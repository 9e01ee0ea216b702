import { Trans, useLingui } from '@lingui/react/macro'
import type { ShipmentEntryStop } from '@sync/gen/api'
import type { InputProps } from '@/kit/form/defineForm'
import { Icon } from '@/kit/icon/Icon'
import { Button, TagsInput, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { emptyParty } from './load'
import { PartyInput } from './PartyInput'
import { stopLabels } from './partNames'
import css from './Single.module.css'

/** The drops on the way, each with the lines that are left there. */
export function StopsInput({ id, name, error, errors = {}, disabled, value, onChange }: InputProps<ShipmentEntryStop[]>) {
  const { t } = useLingui()
  const words = useWords()
  const stops = value ?? []
  const set = (n: number, part: Partial<ShipmentEntryStop>) => onChange(stops.map((s, i) => (i === n ? { ...s, ...part } : s)))
  const below = (n: number) => {
    const start = `[${n}].DropOffAddress`
    return Object.fromEntries(
      Object.entries(errors).flatMap(([path, no]) => (path.startsWith(start) ? [[path.slice(start.length), no]] : [])),
    )
  }
  return (
    <div id={id} tabIndex={-1} data-span={12}>
      {stops.map((stop, n) => {
        const number = n + 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: stops have no key of their own; their order is what they are
          <div key={n} className={css.line}>
            <PartyInput
              id={`${id}[${n}].DropOffAddress`}
              name={`${name}-${n}`}
              label={t`Stop ${number}`}
              required
              disabled={disabled}
              errors={below(n)}
              value={stop.DropOffAddress}
              onChange={(p) => set(n, { DropOffAddress: p ?? emptyParty })}
            />
            <div className={css.foot}>
              <TextInput
                id={`${id}[${n}].Reference1`}
                label={words(stopLabels.Reference1)}
                disabled={disabled}
                maxLength={60}
                value={stop.Reference1 ?? ''}
                onChange={(e) => set(n, { Reference1: e.currentTarget.value })}
              />
              <TextInput
                id={`${id}[${n}].Reference2`}
                label={words(stopLabels.Reference2)}
                disabled={disabled}
                maxLength={60}
                value={stop.Reference2 ?? ''}
                onChange={(e) => set(n, { Reference2: e.currentTarget.value })}
              />
              <TextInput
                id={`${id}[${n}].AppointmentNumber`}
                label={words(stopLabels.AppointmentNumber)}
                disabled={disabled}
                maxLength={40}
                value={stop.AppointmentNumber ?? ''}
                onChange={(e) => set(n, { AppointmentNumber: e.currentTarget.value })}
              />
              <TagsInput
                id={`${id}[${n}].Items`}
                label={words(stopLabels.Items)}
                description={t`Their numbers`}
                disabled={disabled}
                error={errors[`[${n}].Items`]}
                splitChars={[',', ';', ' ']}
                value={(stop.Items ?? []).map(String)}
                onChange={(list) => set(n, { Items: list.map(Number).filter((i) => Number.isInteger(i) && i > 0) })}
              />
              <Button
                variant="subtle"
                size="compact-xs"
                color="red"
                disabled={disabled}
                onClick={() => onChange(stops.filter((_, i) => i !== n))}
              >
                <Trans>Remove stop {number}</Trans>
              </Button>
            </div>
          </div>
        )
      })}
      <Button
        variant="default"
        size="xs"
        disabled={disabled}
        leftSection={<Icon name="plus" />}
        onClick={() => onChange([...stops, { DropOffAddress: { ...emptyParty } }])}
      >
        <Trans>Add a stop</Trans>
      </Button>
      {error && Object.keys(errors).length === 0 && <p className={css.error}>{error}</p>}
    </div>
  )
}
