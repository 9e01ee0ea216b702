import { useLingui } from '@lingui/react/macro'
import { PlainSelect } from '../plain/Plain'
import { useRows } from '../remote/useRows'
import { useSession } from '../remote/user'

interface Site {
  id: string
  name: string
  zone: string
}

/** The warehouses that the user may see, as this device has them. */
export function useSites(): Site[] {
  const mine = useSession()?.warehouses ?? []
  return useRows((db) => db.warehouse_site.toArray(), [])?.filter((s) => mine.length === 0 || mine.includes(s.id)) ?? []
}

interface WarehouseChoiceProps {
  sites: readonly Pick<Site, 'id' | 'name'>[]
  value: string
  onChoose: (warehouse: string) => void
  /** The screen is about one warehouse: all of them are no choice. */
  one?: boolean
}

/** Which warehouse a screen is about, or all of them; nothing where there is no choice. */
export function WarehouseChoice({ sites, value, onChoose, one }: WarehouseChoiceProps) {
  const { t } = useLingui()
  if (sites.length < 2) return null
  return (
    <PlainSelect aria-label={t`Warehouse`} value={value} onChange={(e) => onChoose(e.currentTarget.value)}>
      {!one && <option value="">{t`All warehouses`}</option>}
      {sites.map((s) => (
        <option key={s.id} value={s.id}>
          {s.id} · {s.name}
        </option>
      ))}
    </PlainSelect>
  )
}
