import { type ComponentProps, useState } from 'react'
import { Select } from '../ui'

interface RowSelectProps
  extends Omit<ComponentProps<typeof Select<string>>, 'data' | 'value' | 'searchable' | 'searchValue' | 'onSearchChange' | 'readOnly'> {
  /** Undefined until the rows have been read. */
  data: { value: string; label: string }[] | undefined
  value: string | null
}

/** One of a list that comes from local rows. The name of what is chosen comes with them, and never among what is being typed. */
export function RowSelect({ data, value, ...p }: RowSelectProps) {
  const [typed, setTyped] = useState<string>()
  const name = data?.find((o) => o.value === value)?.label ?? ''
  return (
    <Select
      {...p}
      searchable
      readOnly={!data && value !== null}
      data={data ?? []}
      value={value}
      searchValue={typed ?? name}
      onSearchChange={setTyped}
    />
  )
}
