import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Part } from '@/kit/detail/DetailScreen'
import { dayIn, plusDays } from '@/kit/format/day'
import { Screen } from '@/kit/layout/Screen'
import { PlainInput } from '@/kit/plain/Plain'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { BuiltSkips } from './BuiltSkips'
import { HubPart } from './HubPart'
import { StayTable } from './ParcelTable'
import css from './Zone.module.css'

export interface ZoneSearch {
  warehouse?: string
  from?: string
  to?: string
}

interface ZoneProps {
  search: ZoneSearch
  onSearch: (search: ZoneSearch) => void
}

/** Page 205: the parcels of some days by the hub near their destination, and what a linehaul there saves. */
export function ZoneScreen({ search, onSearch }: ZoneProps) {
  const { t } = useLingui()
  const sites = useSites()
  const site = sites.find((s) => s.id === search.warehouse) ?? sites[0]
  const today = dayIn(site?.zone, Date.now())
  const from = search.from ?? today
  const to = search.to && search.to >= from ? search.to : plusDays(from, 1)
  const asked = { Warehouse: site?.id ?? '', From: from, To: to }
  const plan = useCall('Route/ZonePlan', asked, { enabled: site !== undefined, staleMs: 0 })
  const built = useCall('Route/ZoneSkips', { Warehouse: asked.Warehouse }, { enabled: site !== undefined, staleMs: 0 })
  const found = plan.data
  return (
    <Screen title={t`Zone skips`}>
      <div className={css.controls}>
        <WarehouseChoice one sites={sites} value={asked.Warehouse} onChoose={(warehouse) => onSearch({ ...search, warehouse })} />
        <PlainInput
          type="date"
          aria-label={t`Parcels that ship from`}
          value={from}
          onChange={(e) => e.currentTarget.value && onSearch({ ...search, from: e.currentTarget.value })}
        />
        <PlainInput
          type="date"
          aria-label={t`to, the day of the linehaul`}
          value={to}
          min={from}
          max={plusDays(from, 6)}
          onChange={(e) => e.currentTarget.value && onSearch({ ...search, to: e.currentTarget.value })}
        />
      </div>
      <Pending called={plan} offline={msg`Prices are made by the server, and there is no connection now.`}>
        {found?.groups.map((g) => (
          <HubPart key={`${g.hub.id} ${from} ${to} ${asked.Warehouse}`} of={g} asked={asked} currency={found.currency} />
        ))}
        {found && found.groups.length === 0 && (
          <p className={css.quiet}>
            {found.stay.length === 0 ? (
              <Trans>No parcels wait for a carrier on these days.</Trans>
            ) : (
              <Trans>No parcel is cheaper from a hub. Hubs are the terminals of parcel carriers (Terminal Info).</Trans>
            )}
          </p>
        )}
        {found && found.stay.length > 0 && (
          <Part title={msg`Ship from the warehouse`}>
            <StayTable rows={found.stay} currency={found.currency} />
          </Part>
        )}
      </Pending>
      <Part title={msg`Built zone skips`}>
        <Pending called={built} offline={msg`Zone skips are kept on the server, and there is no connection now.`}>
          {built.data && <BuiltSkips rows={built.data} />}
        </Pending>
      </Part>
    </Screen>
  )
}
