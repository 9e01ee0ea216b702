import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { RoutingZonePrice as Price, RoutingZoneParcel } from '@sync/gen/api'
import { Day, useLocale } from '@/kit/format/Formats'
import { count, money } from '@/kit/format/measure'
import { PageLink } from '@/kit/page/PageLink'
import { Table } from '@/kit/table/Table'
import { useWords, type Words } from '@/kit/words/words'
import css from './Zone.module.css'

const reasons: Record<string, Words> = {
  'zone-skip-no-hub': msg`No hub serves this ZIP code`,
  'zone-skip-no-way': msg`No price by a hub in time`,
  'zone-skip-no-gain': msg`Not cheaper from the hub`,
  'zone-skip-from-elsewhere': msg`Goes from another address`,
  'packages-missing': msg`Packages are not known`,
  'rates-all-late': msg`Every price comes too late`,
}

interface PriceProps {
  of: Price | null | undefined
  /** The organization's currency, in which prices are compared. */
  currency: string
  /** What the price is for, to those who do not see the row. */
  label: string
}

/** A price with what it is made of. */
export function PriceCell({ of, currency, label }: PriceProps) {
  const { t } = useLingui()
  const locale = useLocale()
  if (!of) return null
  const amount = money(of.homeMinor, currency, locale)
  return (
    <details className={css.price}>
      <summary aria-label={`${amount} ${label}`}>{amount}</summary>
      <p>
        {[of.carrierName || of.carrier, of.contract, of.zone > 0 && t`zone ${String(of.zone)}`].filter(Boolean).join(' · ')}
        {of.arrivesOn && (
          <>
            {' · '}
            <Trans>
              there <Day text={of.arrivesOn} />
            </Trans>
          </>
        )}
      </p>
      <ul>
        {of.lines.map((l, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a price do not move
          <li key={n}>
            {l.description || l.code}: {money(l.amountMinor, of.currency, locale)}
          </li>
        ))}
      </ul>
    </details>
  )
}

interface ParcelsProps {
  rows: RoutingZoneParcel[]
  currency: string
  label: string
  chosen: ReadonlySet<string>
  onChoose: (id: string) => void
}

/** The parcels of a hub, each with its two prices; those that are selected ride. */
export function ParcelTable({ rows, currency, label, chosen, onChoose }: ParcelsProps) {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <Table<RoutingZoneParcel>
      label={label}
      rows={rows}
      keyOf={(p) => p.shipmentId}
      mark={(p) => (chosen.has(p.shipmentId) ? undefined : 'none')}
      columns={[
        {
          head: t`Rides`,
          cell: (p) => (
            <input
              type="checkbox"
              className={css.check}
              aria-label={t`Parcel ${p.shipment} rides`}
              checked={chosen.has(p.shipmentId)}
              onChange={() => onChoose(p.shipmentId)}
            />
          ),
        },
        { head: t`Shipment`, name: true, cell: (p) => <Shipment id={p.shipmentId} number={p.shipment} /> },
        { head: t`Consignee`, cell: (p) => `${p.to} · ${p.zip}` },
        { head: t`Packages`, number: true, cell: (p) => count(p.packages, locale) },
        { head: t`Weight (lb)`, number: true, cell: (p) => count(p.pounds, locale) },
        { head: t`Zone now`, number: true, cell: (p) => p.door?.zone },
        { head: t`Price now`, number: true, cell: (p) => <PriceCell of={p.door} currency={currency} label={t`for ${p.shipment} now`} /> },
        { head: t`Zone from hub`, number: true, cell: (p) => p.hub?.zone },
        {
          head: t`Price from hub`,
          number: true,
          cell: (p) => <PriceCell of={p.hub} currency={currency} label={t`for ${p.shipment} from the hub`} />,
        },
        { head: t`Parcel saving`, number: true, cell: (p) => money(p.savingMinor, currency, locale) },
      ]}
    />
  )
}

/** A shipment's number, which opens it. */
export const Shipment = ({ id, number }: { id: string; number: string }) => (
  <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: id } }}>{number}</PageLink>
)

/** The parcels that do not gain by a hub, each with the reason. */
export function StayTable({ rows, currency }: { rows: RoutingZoneParcel[]; currency: string }) {
  const { t } = useLingui()
  const words = useWords()
  return (
    <Table<RoutingZoneParcel>
      label={t`Parcels that ship from the warehouse`}
      rows={rows}
      keyOf={(p) => p.shipmentId}
      columns={[
        { head: t`Shipment`, name: true, cell: (p) => <Shipment id={p.shipmentId} number={p.shipment} /> },
        { head: t`Consignee`, cell: (p) => `${p.to} · ${p.zip}` },
        { head: t`Reason`, cell: (p) => words(reasons[p.why] ?? msg`No contract prices it`) },
        { head: t`Zone now`, number: true, cell: (p) => p.door?.zone },
        { head: t`Price now`, number: true, cell: (p) => <PriceCell of={p.door} currency={currency} label={t`for ${p.shipment} now`} /> },
        {
          head: t`Price from hub`,
          number: true,
          cell: (p) => <PriceCell of={p.hub} currency={currency} label={t`for ${p.shipment} from the hub`} />,
        },
      ]}
    />
  )
}
