import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { RoutingZoneSkip } from '@sync/gen/api'
import { Day, useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { useCan } from '@/kit/remote/can'
import { submit } from '@/kit/remote/submit'
import { useAct } from '@/kit/remote/useAct'
import { type Hue, StatusBadge } from '@/kit/status/StatusBadge'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import type { Words } from '@/kit/words/words'
import { PriceCell, Shipment } from './ParcelTable'
import css from './Zone.module.css'

const states: Record<RoutingZoneSkip['state'], { label: Words; hue: Hue }> = {
  built: { label: msg`Built`, hue: 'waiting' },
  tendered: { label: msg`Tendered`, hue: 'good' },
  undone: { label: msg`Undone`, hue: 'stopped' },
}

/** The zone skips that were built, with their linehaul and parcels. One whose linehaul is not tendered yet can be undone. */
export function BuiltSkips({ rows }: { rows: RoutingZoneSkip[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const may = useCan('plan')
  const { act } = useAct()
  if (rows.length === 0)
    return (
      <p className={css.quiet}>
        <Trans>No zone skips yet.</Trans>
      </p>
    )
  return (
    <Table<RoutingZoneSkip>
      label={t`Built zone skips`}
      rows={rows}
      keyOf={(z) => z.id}
      mark={(z) => (z.state === 'undone' ? 'none' : undefined)}
      columns={[
        { head: t`Zone skip`, name: true, cell: (z) => z.number },
        { head: t`Status`, cell: (z) => <StatusBadge {...states[z.state]} /> },
        { head: t`Hub`, cell: (z) => `${z.hub.carrierName} ${z.hub.code}` },
        { head: t`Linehaul`, cell: (z) => <Shipment id={z.shipmentId} number={z.shipment} /> },
        { head: t`Leaves`, cell: (z) => <Day text={z.shipOn} /> },
        {
          head: t`Parcels`,
          cell: (z) => (
            <details className={css.price}>
              <summary aria-label={t`Parcels of ${z.number}`}>{z.parcels}</summary>
              <ul>
                {z.riders.map((r) => (
                  <li key={r.shipmentId}>
                    <Shipment id={r.shipmentId} number={r.shipment} />: {money(r.door.homeMinor, z.currency, locale)} →{' '}
                    {money(r.hub.homeMinor, z.currency, locale)}
                  </li>
                ))}
              </ul>
            </details>
          ),
        },
        { head: t`Now`, number: true, cell: (z) => money(z.doorMinor, z.currency, locale) },
        { head: t`From hub`, number: true, cell: (z) => money(z.hubMinor, z.currency, locale) },
        {
          head: t`Linehaul price`,
          number: true,
          cell: (z) => <PriceCell of={z.linehaul} currency={z.currency} label={t`for the linehaul of ${z.number}`} />,
        },
        { head: t`Saving`, number: true, cell: (z) => money(z.savingMinor, z.currency, locale) },
        { head: t`Built by`, cell: (z) => z.byName },
        may && {
          head: t`Actions`,
          cell: (z) =>
            z.state === 'built' && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t`Undo ${z.number}`}
                onClick={() => void act(() => submit('Route/UndoZoneSkip', { ZoneSkipId: z.id }))}
              >
                <Trans>Undo</Trans>
              </Button>
            ),
        },
      ]}
    />
  )
}
