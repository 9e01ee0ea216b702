import type { InputProps } from '@/kit/form/defineForm'
import { wired } from '@/kit/form/wired'
import { useCall } from '@/kit/remote/useCall'
import { TextInput } from '@/kit/ui'

/** A port or ramp: the known ones are offered by code and name, any other is typed. */
export function PlaceInput({ value, onChange, ...p }: InputProps<string>) {
  const ports = useCall('Tracking/Ports', {}, { staleMs: 3_600_000 }).data
  return (
    <>
      <TextInput
        {...wired(p)}
        list={`${p.id}-places`}
        autoComplete="off"
        value={value ?? ''}
        onChange={(e) => onChange(e.currentTarget.value || undefined)}
      />
      <datalist id={`${p.id}-places`}>
        {ports?.map((port) => (
          <option key={port.Code} value={port.Code}>
            {port.Name}
          </option>
        ))}
      </datalist>
    </>
  )
}
