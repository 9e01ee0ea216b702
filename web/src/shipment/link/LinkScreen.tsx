import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { ShipmentBatch, ShipmentLinkReq } from '@sync/gen/api'
import { useState } from 'react'
import { Part } from '@/kit/detail/DetailScreen'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { Several, Text } from '@/kit/form/inputs'
import { Ago, Day, Identifier } from '@/kit/format/Formats'
import { useDebouncedValue } from '@/kit/hooks'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { useWork } from '@/kit/remote/useWork'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { statuses } from '@/kit/status/statuses'
import { Table } from '@/kit/table/Table'
import { Button, TextInput } from '@/kit/ui'
import css from '../truck/Truck.module.css'

const linkForm = (to?: ShipmentBatch) =>
  defineForm<ShipmentLinkReq, ShipmentBatch>('Shipment/LinkShipments', {
    title: to ? msg`Link more to ${to.name}` : msg`Link shipments`,
    fields: {
      Shipments: {
        label: msg`Shipments`,
        input: Several,
        required: true,
        hint: msg`Shipment, bill or PRO numbers; a pasted list is taken apart`,
      },
      ...(to ? {} : { Name: { label: msg`Link name`, input: Text, hint: msg`A project, a store opening, a return` } }),
    },
    submit: msg`Link`,
    subject: () => to?.id ?? 'new',
    toRequest: (typed): ShipmentLinkReq => ({ BatchId: to?.id ?? '', Name: typed.Name ?? '', Shipments: typed.Shipments ?? [] }),
  })

/** Page 139: shipments that belong together, however they travel. */
export function LinkScreen() {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text, 250)
  const { trouble, work } = useWork()
  const list = useCall('Shipment/GetLinkedShipmentBatchList', { searchText: asked }, { staleMs: 0 })
  const link = async (to?: ShipmentBatch) => {
    if (await openForm(linkForm(to), {})) list.remote.again()
  }
  return (
    <Screen
      title={t`Link shipments`}
      actions={
        <Button onClick={() => void link()}>
          <Trans>Link shipments</Trans>
        </Button>
      }
    >
      <TextInput
        label={t`Find`}
        placeholder={t`A name, or a number of one of them`}
        value={text}
        onChange={(e) => setText(e.currentTarget.value)}
      />
      {trouble}
      <Pending called={list} offline={msg`Links are kept on the server, and there is no connection now.`}>
        {list.data?.length === 0 && (
          <p className={css.quiet}>
            {asked ? (
              <Trans>Nothing is linked under this.</Trans>
            ) : (
              <Trans>No shipments are linked yet. Link those that belong together.</Trans>
            )}
          </p>
        )}
        {list.data?.map((b) => (
          <Part
            key={b.id}
            title={b.name}
            actions={
              <Button size="compact-sm" variant="default" aria-label={t`Link more to ${b.name}`} onClick={() => void link(b)}>
                <Trans>Link more</Trans>
              </Button>
            }
          >
            <p className={css.sum}>
              {b.byName} · <Ago at={b.at} />
            </p>
            <Table
              label={t`Shipments of ${b.name}`}
              rows={b.shipments}
              keyOf={(s) => s.shipmentId}
              columns={[
                {
                  head: t`Shipment`,
                  name: true,
                  cell: (s) => <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: s.shipmentId } }}>{s.number}</PageLink>,
                },
                { head: t`Status`, cell: (s) => <StatusBadge {...statuses[s.status]} /> },
                { head: t`Ship date`, cell: (s) => <Day text={s.shipOn} /> },
                { head: t`Carrier`, cell: (s) => s.carrierName },
                { head: t`To`, cell: (s) => [s.destination.name, s.destination.city].filter(Boolean).join(', ') },
                { head: t`BOL`, cell: (s) => <Identifier id={s.bol} /> },
                {
                  head: t`Actions`,
                  cell: (s) => (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t`Unlink ${s.number}`}
                      onClick={() => void work(() => call('Shipment/UnlinkShipment', { ShipmentId: s.shipmentId })).then(list.remote.again)}
                    >
                      <Trans>Unlink</Trans>
                    </Button>
                  ),
                },
              ]}
            />
          </Part>
        ))}
      </Pending>
    </Screen>
  )
}
