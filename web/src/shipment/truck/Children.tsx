import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { ShipmentBrief, ShipmentTruck } from '@sync/gen/api'
import { useLocale } from '@/kit/format/Formats'
import { measure } from '@/kit/format/measure'
import { Icon } from '@/kit/icon/Icon'
import { PageLink } from '@/kit/page/PageLink'
import { useWork } from '@/kit/remote/useWork'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { statuses } from '@/kit/status/statuses'
import { Table } from '@/kit/table/Table'
import { Button, Menu } from '@/kit/ui'
import css from './Truck.module.css'

interface ChildrenProps {
  of: ShipmentTruck
  all: readonly ShipmentTruck[]
  again: () => void
}

/** The shipments on a truck, each of which can be moved while the truck stands. */
export function Children({ of: x, all, again }: ChildrenProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { busy, trouble, work } = useWork()
  const move = (s: ShipmentBrief, to: { truckNumber?: string; off?: boolean }) =>
    work(() => call('Shipment/MoveChildShipmentToNewTruck', { ShipmentId: s.shipmentId, fromTruck: x.truckNumber, ...to })).then(again)
  const others = all.filter((o) => o.id !== x.id && o.state === 'open' && o.WHSE === x.WHSE)
  if (x.children.length === 0)
    return (
      <p className={css.quiet}>
        <Trans>Nothing is on it.</Trans>
      </p>
    )
  return (
    <>
      {trouble}
      <Table
        label={t`Shipments on truck ${x.truckNumber}`}
        rows={x.children}
        keyOf={(s) => s.shipmentId}
        columns={[
          {
            head: t`Shipment`,
            name: true,
            cell: (s) => <PageLink to={{ page: 'ChildShipmentDetails', search: { shipment: s.shipmentId } }}>{s.number}</PageLink>,
          },
          { head: t`Status`, cell: (s) => <StatusBadge {...statuses[s.status]} /> },
          { head: t`Carrier`, cell: (s) => s.carrierName },
          { head: t`To`, cell: (s) => [s.destination.name, s.destination.city].filter(Boolean).join(', ') },
          { head: t`Pallets`, number: true, cell: (s) => s.pallets },
          { head: t`Weight`, number: true, cell: (s) => measure(s.weight, locale) },
          x.state !== 'left' && {
            head: t`Actions`,
            cell: (s) => (
              <Menu position="bottom-end" withinPortal>
                <Menu.Target>
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={busy}
                    aria-label={t`Move ${s.number}`}
                    rightSection={<Icon name="down" size="1em" />}
                  >
                    <Trans>Move</Trans>
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {others.map((o) => (
                    <Menu.Item key={o.id} onClick={() => void move(s, { truckNumber: o.truckNumber })}>
                      {t`To truck ${o.truckNumber}`}
                    </Menu.Item>
                  ))}
                  <Menu.Item onClick={() => void move(s, {})}>{t`To a new truck`}</Menu.Item>
                  <Menu.Item onClick={() => void move(s, { off: true })}>{t`Off the truck`}</Menu.Item>
                </Menu.Dropdown>
              </Menu>
            ),
          },
        ]}
      />
    </>
  )
}
