import { Trans, useLingui } from '@lingui/react/macro'
import type { InputProps } from '@/kit/form/defineForm'
import { isPhoneKey, isZipKey, rules, stateOf } from '@/kit/rule/rule'
import { Autocomplete, Checkbox, Select, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { AddressCheck } from './AddressCheck'
import { emptyParty, type Party } from './load'
import { partyLabels } from './partNames'
import css from './Single.module.css'
import { usePlaces } from './usePlaces'

const countries = ['US', 'CA', 'MX']
const keysOf = (text: string, takes: (key: string) => boolean) => [...text].filter(takes).join('')

/** An address: found by the name among those that are known, or typed. The ZIP code fills the state, and says so where it does not fit. */
export function PartyInput({ id, label, hint, error, errors = {}, required, disabled, value, onChange }: InputProps<Party>) {
  const { t } = useLingui()
  const words = useWords()
  const places = usePlaces()
  const p = value ?? emptyParty
  const set = (part: Partial<Party>) => onChange({ ...p, ...part })
  const state = p.country === 'US' || !p.country ? stateOf(p.zip) : ''
  const own = Object.keys(errors).length > 0
  const text = (name: 'street' | 'street2' | 'city' | 'state' | 'zip' | 'contact' | 'phone' | 'email', span: number, more = {}) => (
    <TextInput
      id={`${id}.${name}`}
      label={words(partyLabels[name])}
      wrapperProps={{ 'data-span': span }}
      disabled={disabled}
      value={p[name] ?? ''}
      error={errors[`.${name}`]}
      aria-invalid={errors[`.${name}`] ? true : undefined}
      withAsterisk={required && name !== 'street2' && name !== 'contact' && name !== 'phone' && name !== 'email'}
      onChange={(e) => set({ [name]: e.currentTarget.value })}
      {...more}
    />
  )
  return (
    <fieldset className={css.group}>
      <legend>{label}</legend>
      {hint && <small>{hint}</small>}
      <div className={css.parts}>
        <Autocomplete
          id={id}
          label={words(partyLabels.name)}
          description={t`Type to find an address used before`}
          disabled={disabled}
          data={[...places.keys()]}
          limit={8}
          maxLength={300}
          value={p.name}
          error={errors['.name']}
          aria-invalid={errors['.name'] ? true : undefined}
          withAsterisk={required}
          onChange={(name) => {
            const known = places.get(name)
            if (known) onChange({ ...emptyParty, ...known })
            else set({ name: name.slice(0, 80) })
          }}
        />
        {text('street', 6, { maxLength: 80 })}
        {text('street2', 6, { maxLength: 80 })}
        {text('zip', 4, {
          inputMode: 'text',
          onChange: (e: React.ChangeEvent<HTMLInputElement>) => {
            // Canadian codes are read with their blank and kept without it.
            const zip = keysOf(e.currentTarget.value, isZipKey)
            const of = p.country === 'US' || !p.country ? stateOf(zip) : ''
            set({ zip, ...(of && !p.state ? { state: of } : {}) })
          },
        })}
        {text('city', 5, { maxLength: 60 })}
        {text('state', 3, {
          onChange: (e: React.ChangeEvent<HTMLInputElement>) => set({ state: e.currentTarget.value.toUpperCase() }),
        })}
        {state && p.state && state !== p.state && (
          <p className={css.hint} role="status">
            <Trans>
              ZIP {p.zip} is in {state}.
            </Trans>
          </p>
        )}
        {text('contact', 6, { maxLength: rules.contactMax })}
        {text('phone', 6, {
          type: 'tel',
          onChange: (e: React.ChangeEvent<HTMLInputElement>) => set({ phone: keysOf(e.currentTarget.value, isPhoneKey) }),
        })}
        {text('email', 5, { type: 'text', inputMode: 'email' })}
        <Select
          label={words(partyLabels.country)}
          wrapperProps={{ 'data-span': 3 }}
          data={countries}
          allowDeselect={false}
          disabled={disabled}
          value={p.country || 'US'}
          onChange={(country) => set({ country: country ?? 'US' })}
        />
        <Checkbox
          wrapperProps={{ 'data-span': 4 }}
          mt={30}
          label={words(partyLabels.residential)}
          disabled={disabled}
          checked={p.residential ?? false}
          onChange={(e) => set({ residential: e.currentTarget.checked })}
        />
        <AddressCheck of={p} disabled={disabled} onKind={(residential) => set({ residential })} />
      </div>
      {error && !own && <p className={css.error}>{error}</p>}
    </fieldset>
  )
}
