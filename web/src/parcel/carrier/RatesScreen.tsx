import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ParcelRate } from '@sync/gen/api'
import { useMemo, useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { useCan } from '@/kit/remote/can'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import { useRows } from '@/kit/remote/useRows'
import { Table } from '@/kit/table/Table'
import { toasts } from '@/kit/toast/toast'
import { Button, Group, Select } from '@/kit/ui'
import { type Carrier, carriers } from './carriers'

/** What a carrier charges the organization's own account for a parcel shipment, and the label that is bought by a rate. */
export function RatesScreen({ carrier, shipment, pick }: { carrier: Carrier; shipment: string | undefined; pick: (id?: string) => void }) {
  const { t } = useLingui()
  const locale = useLocale()
  const of = carriers[carrier]
  const buys = useCan('tender')
  const { act } = useAct()
  const [got, setGot] = useState<{ shipment: string; rates: ParcelRate[] }>()
  const [busy, setBusy] = useState(false)
  const rows = useRows((db) => db.shipment.where('status').anyOf('Q', 'T', 'M').toArray(), [])
  const choices = useMemo(
    () =>
      rows
        ?.filter((s) => s.mode === 'PARCEL')
        .map((s) => ({ value: s.id, label: [s.number, s.orders[0], s.destination.city, s.destination.state].filter(Boolean).join(' · ') })),
    [rows],
  )
  const rates = got && got.shipment === shipment ? got.rates : undefined
  const run = async (what: () => Promise<unknown>) => {
    setBusy(true)
    await act(what)
    setBusy(false)
  }
  const ask = (id: string) =>
    run(async () => {
      const rates = (await theRemote().call('Parcel/Rates', { Carrier: carrier, ShipmentId: id })) as ParcelRate[] // the answer of the call
      setGot({ shipment: id, rates })
    })
  const buy = (id: string, r: ParcelRate) =>
    run(async () => {
      await theRemote().submit('Parcel/BuyLabel', { Carrier: carrier, ShipmentId: id, Offer: r.Offer })
      setGot(undefined)
      toasts.good(msg`Label ordered`)
    })
  return (
    <Screen title={t`${of.name} rates`} below={<Trans>Prices of your own account. Nothing is booked until you buy a label.</Trans>}>
      <Group align="end">
        <Select
          label={t`Parcel shipment`}
          placeholder={t`Number or order`}
          searchable
          clearable
          w={360}
          maw="100%"
          data={choices ?? []}
          value={shipment ?? null}
          onChange={(id) => pick(id ?? undefined)}
          nothingFoundMessage={t`No parcel shipment is in Rate & Route`}
        />
        <Button disabled={!shipment} loading={busy} onClick={() => shipment && void ask(shipment)}>
          <Trans>Get rates</Trans>
        </Button>
        <PageLink to={{ page: 'Parcel' }} otherwise="">
          <Trans>New parcel shipment</Trans>
        </PageLink>
        {of.labels !== of.rates && (
          <PageLink to={{ page: of.labels }} otherwise="">
            <Trans>Labels</Trans>
          </PageLink>
        )}
        <PageLink to={{ page: of.settings }} otherwise="">
          <Trans>Account</Trans>
        </PageLink>
      </Group>
      {choices?.length === 0 && (
        <p role="status">
          <Trans>No parcel shipments to rate. Enter one on the Parcel page and move it to Rate & Route.</Trans>
        </p>
      )}
      {rates && shipment && (
        <Table
          label={t`Rates`}
          rows={rates}
          keyOf={(r) => r.Service + r.Offer}
          columns={[
            { head: t`Service`, name: true, cell: (r) => r.ServiceName },
            { head: t`Transit days`, number: true, cell: (r) => r.Days || t`Not stated` },
            { head: t`Total`, number: true, cell: (r) => money(r.totalMinor, r.Currency, locale) },
            buys && {
              head: t`Action`,
              cell: (r) => (
                <Button size="compact-sm" aria-label={t`Buy label, ${r.ServiceName}`} disabled={busy} onClick={() => void buy(shipment, r)}>
                  <Trans>Buy label</Trans>
                </Button>
              ),
            },
          ]}
        />
      )}
      {rates?.length === 0 && (
        <p role="status">
          <Trans>{of.name} offers no service for this shipment.</Trans>
        </p>
      )}
    </Screen>
  )
}
