import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RoutingZoneGroup } from '@sync/gen/api'
import { useMemo, useState } from 'react'
import { Part } from '@/kit/detail/DetailScreen'
import { Day, useLocale } from '@/kit/format/Formats'
import { count, money } from '@/kit/format/measure'
import { useCan } from '@/kit/remote/can'
import { submit } from '@/kit/remote/submit'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { toasts } from '@/kit/toast/toast'
import { Button } from '@/kit/ui'
import { ParcelTable, PriceCell } from './ParcelTable'
import css from './Zone.module.css'

interface HubProps {
  of: RoutingZoneGroup
  asked: { Warehouse: string; From: string; To: string }
  currency: string
}

/** The parcels that could ride to one hub, and what the chosen ones save. */
export function HubPart({ of, asked, currency }: HubProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const may = useCan('plan')
  const { act } = useAct()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const ids = useMemo(() => of.parcels.map((p) => p.shipmentId).filter((id) => !left.has(id)), [of.parcels, left])
  const all = ids.length === of.parcels.length
  const some = { ...asked, HubId: of.hub.id, ShipmentIds: ids }
  const priced = useCall('Route/ZoneGroup', some, { enabled: !all && ids.length > 0, staleMs: 0 })
  const g = all ? of : ids.length > 0 ? priced.data : undefined
  const cash = (minor: number) => money(minor, currency, locale)
  const hub = `${of.hub.carrierName} ${of.hub.code}`
  const place = [of.hub.party.city, of.hub.party.state, of.hub.party.zip].filter(Boolean).join(' ')
  const build = () =>
    act(async () => {
      if (!g) return
      setBusy(true)
      try {
        await submit('Route/BuildZoneSkip', { ...some, LinehaulMinor: g.linehaulMinor, SavingMinor: g.savingMinor })
        toasts.good(msg`The zone skip to ${hub} was built. Tender its linehaul in Rate & Route.`)
      } finally {
        setBusy(false)
      }
    })
  return (
    <Part title={msg`${hub} · ${place}`}>
      {g ? (
        <dl className={css.sums}>
          <div>
            <dt>
              <Trans>Now, zone to door</Trans>
            </dt>
            <dd>{cash(g.doorMinor)}</dd>
          </div>
          <div>
            <dt>
              <Trans>− From the hub</Trans>
            </dt>
            <dd>{cash(g.hubMinor)}</dd>
          </div>
          <div>
            <dt>
              <Trans>− Linehaul</Trans>
            </dt>
            <dd>
              {g.linehaul ? <PriceCell of={g.linehaul} currency={currency} label={t`for the linehaul to ${hub}`} /> : t`Lane not covered`}
            </dd>
          </div>
          <div>
            <dt>
              <Trans>= Saving</Trans>
            </dt>
            <dd data-loss={(g.linehaul && g.savingMinor < 0) || undefined}>{g.linehaul ? cash(g.savingMinor) : '—'}</dd>
          </div>
          <div>
            <dt>
              <Trans>Pays from</Trans>
            </dt>
            <dd>{g.breakEven > 0 ? <Plural value={g.breakEven} one="# parcel" other="# parcels" /> : '—'}</dd>
          </div>
        </dl>
      ) : (
        <p className={css.quiet}>{ids.length === 0 ? <Trans>No parcels are selected.</Trans> : '…'}</p>
      )}
      {g && (
        <p className={css.quiet}>
          <Trans>
            {count(g.parcels.length, locale)} parcels, {count(g.packages, locale)} packages, {count(g.pounds, locale)} lb,{' '}
            {count(g.cubicFeet, locale)} cu ft on {count(g.pallets, locale)} pallets (48 × 40 in, 66 in high, four fifths full, 1,500 lb).
            Leaves <Day text={g.shipOn} />, at the hub <Day text={g.injectOn} />. Pays from: linehaul ÷ mean saving of a parcel, up.
          </Trans>
        </p>
      )}
      {may && (
        <div className={css.acts}>
          <Button disabled={!g?.linehaul || busy} onClick={() => void build()}>
            <Trans>Build zone skip</Trans>
          </Button>
        </div>
      )}
      <ParcelTable
        rows={of.parcels}
        currency={currency}
        label={t`Parcels for ${hub}`}
        chosen={new Set(ids)}
        onChoose={(id) =>
          setLeft((was) => {
            const now = new Set(was)
            if (!now.delete(id)) now.add(id)
            return now
          })
        }
      />
    </Part>
  )
}
