import type { FreightHazmat } from '@sync/gen/api'
import { isPhoneKey, needsPhone, rules } from '@/kit/rule/rule'
import { Checkbox, Select, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { hazmatLabels } from './partNames'
import css from './Single.module.css'

export interface HazmatFieldsProps {
  id: string
  value: FreightHazmat
  errors: Record<string, string>
  disabled?: boolean
  onChange: (value: FreightHazmat) => void
}

/** What shipping paper says of a hazardous line (49 CFR 172.202). The documents' ORM-D is today's limited quantity. */
export function HazmatFields({ id, value: h, errors, disabled, onChange }: HazmatFieldsProps) {
  const words = useWords()
  const set = (part: Partial<FreightHazmat>) => onChange({ ...h, ...part })
  const text = (
    name: 'un' | 'properName' | 'technicalName' | 'class' | 'subsidiary' | 'emergencyPhone',
    em: number,
    required: boolean,
    clean = (v: string) => v,
  ) => {
    const error = errors[`HazmatDetails.${name}`]
    return (
      <TextInput
        id={`${id}.${name}`}
        label={words(hazmatLabels[name])}
        withAsterisk={required}
        disabled={disabled}
        error={error}
        aria-invalid={error ? true : undefined}
        style={{ width: `${em}em` }}
        maxLength={name === 'properName' || name === 'technicalName' ? 160 : 40}
        value={h[name] ?? ''}
        onChange={(e) => set({ [name]: clean(e.currentTarget.value) })}
      />
    )
  }
  return (
    <div className={css.hazmat}>
      {text('un', 7, true, (v) => v.toUpperCase().replace(/\s/g, ''))}
      {text('properName', 18, true)}
      {text('technicalName', 14, false)}
      {text('class', 8, true, (v) => v.toUpperCase())}
      {text('subsidiary', 7, false)}
      <Select
        label={words(hazmatLabels.packingGroup)}
        clearable
        disabled={disabled}
        error={errors['HazmatDetails.packingGroup']}
        style={{ width: '8em' }}
        data={rules.packingGroups}
        value={h.packingGroup || null}
        onChange={(packingGroup) => set({ packingGroup: packingGroup ?? '' })}
      />
      {text('emergencyPhone', 12, needsPhone(h), (v) => [...v].filter(isPhoneKey).join(''))}
      <Checkbox
        mt={30}
        label={words(hazmatLabels.limitedQty)}
        disabled={disabled}
        checked={h.limitedQty ?? false}
        onChange={(e) => set({ limitedQty: e.currentTarget.checked })}
      />
      <Checkbox
        mt={30}
        label={words(hazmatLabels.marinePollutant)}
        disabled={disabled}
        checked={h.marinePollutant ?? false}
        onChange={(e) => set({ marinePollutant: e.currentTarget.checked })}
      />
      <Checkbox
        mt={30}
        label={words(hazmatLabels.reportableQty)}
        disabled={disabled}
        checked={h.reportableQty ?? false}
        onChange={(e) => set({ reportableQty: e.currentTarget.checked })}
      />
    </div>
  )
}
