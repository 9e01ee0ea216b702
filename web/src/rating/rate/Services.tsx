import { useLingui } from '@lingui/react/macro'
import { useCall } from '@/kit/remote/useCall'
import { MultiSelect } from '@/kit/ui'
import css from '../Rating.module.css'

/** What is asked for beside the haul, from the catalogue of accessorials. */
export function Services({ value, onChange }: { value: string | undefined; onChange: (codes: string | undefined) => void }) {
  const { t } = useLingui()
  const known = useCall('Shipment/GetTlxTmsServices', undefined, { staleMs: 600_000 })
  return (
    <MultiSelect
      className={css.wide}
      label={t`Services`}
      searchable
      clearable
      data={(known.data?.Services ?? []).map((s) => ({ value: s.code, label: `${s.name} · ${s.code}` }))}
      value={value ? value.split(',') : []}
      onChange={(codes) => onChange(codes.length ? codes.join(',') : undefined)}
    />
  )
}
