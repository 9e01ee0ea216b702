import type { InputProps } from '@/kit/form/defineForm'
import { wired } from '@/kit/form/wired'
import { MultiSelect } from '@/kit/ui'
import { useSiteChoices } from '@/warehouse/public'

/** Several warehouses; none stands for all. */
export function SitesChoice({ value, onChange, ...p }: InputProps<string[]>) {
  return <MultiSelect {...wired(p)} searchable data={useSiteChoices() ?? []} value={value ?? []} onChange={onChange} />
}
