import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { TrackingUnit } from '@sync/gen/api'
import { useMemo, useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { DateTime, useLocale } from '@/kit/format/Formats'
import { dateTime } from '@/kit/format/time'
import { defineList } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCan } from '@/kit/remote/can'
import { useCall } from '@/kit/remote/useCall'
import { Button, Switch } from '@/kit/ui'
import { transitSteps } from '@/kit/words/transitSteps'
import { useWords, type Words } from '@/kit/words/words'
import { eventForms } from '../event/eventForm'
import { Moved } from '../Moved'
import { whyWords } from '../words'
import { accountForm } from './accountForm'
import { containerForm } from './containerForm'

/** Containers on their way, those that come next first. */
export function OceanScreen() {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const may = useCan('move-loads')
  const connects = useCan('manage-integration')
  const account = useCall('Tracking/Account', undefined, { enabled: connects })
  const [all, setAll] = useState(false)
  const got = useCall('NewTrackingAPI/GetContainers', { All: all, ShipmentId: '' })
  const spec = useMemo(() => containerList(words, locale, may), [words, locale, may])
  return (
    <ListScreen spec={spec} rows={got.data} remote={got.remote}>
      <Switch label={t`Also returned ones`} checked={all} onChange={(e) => setAll(e.currentTarget.checked)} />
      {account.data && (
        <Button variant="default" onClick={() => void openForm(accountForm, { Enabled: account.data?.Enabled ?? false })}>
          <Trans>Tracking provider</Trans>
        </Button>
      )}
      {may && (
        <Button onClick={() => void openForm(containerForm, {})}>
          <Trans>Add container</Trans>
        </Button>
      )}
    </ListScreen>
  )
}

function containerList(words: (w: Words) => string, locale: string, may: boolean) {
  return defineList<TrackingUnit>({
    name: 'containers',
    title: msg`Ocean tracking`,
    id: (c) => c.ContainerId,
    columns: [
      {
        key: 'ContainerNumber',
        label: msg`Container`,
        as: 'identifier',
        phone: true,
        link: (c) => ({ page: 'OceanTrackingEvents', params: { ContainerID: c.ContainerId } }),
      },
      {
        key: 'Shipment',
        label: msg`Shipment`,
        as: 'identifier',
        link: (c) => ({ page: 'ShipmentDetails', params: { shipmentid: c.ShipmentId } }),
      },
      { key: 'Line', label: msg`Ocean carrier`, as: 'identifier' },
      { key: 'OriginName', label: msg`From` },
      { key: 'PortName', label: msg`To`, phone: true },
      { key: 'LastCode', label: msg`Last event`, value: (c) => (c.LastCode ? words(transitSteps[c.LastCode]) : ''), phone: true },
      {
        key: 'LastAt',
        label: msg`When`,
        value: (c) => c.LastAt ?? '',
        cell: (c) => <DateTime at={c.LastAt} zone={c.LastZone} />,
      },
      { key: 'LastPlace', label: msg`Place`, hidden: true },
      {
        key: 'ETA',
        label: msg`ETA`,
        value: (c) => c.ETA ?? '',
        cell: (c) => <DateTime at={c.ETA} zone={c.ETAZone} />,
        phone: true,
      },
      {
        key: 'ETAWas',
        label: msg`ETA change`,
        value: (c) => (c.ETAWas && c.ETA ? dateTime(c.ETAWas, locale, c.ETAZone) : ''),
        cell: (c) => <Moved from={c.ETAWas} to={c.ETA} />,
      },
      { key: 'ETAWhy', label: msg`Reason`, value: (c) => words(whyWords(c.ETAWhy, c.ETANote)), phone: true },
      { key: 'LastFreeDay', label: msg`Last free day`, as: 'day' },
      { key: 'Vessel', label: msg`Vessel`, value: (c) => [c.Vessel, c.Voyage].filter(Boolean).join(' ') },
      { key: 'FinalName', label: msg`Inland destination`, hidden: true },
      { key: 'MasterBill', label: msg`Master bill of lading`, as: 'identifier', hidden: true },
      { key: 'Booking', label: msg`Booking number`, as: 'identifier', hidden: true },
      { key: 'Warehouse', label: msg`Warehouse`, hidden: true },
    ],
    filters: ['LastCode', 'Line', 'PortName', 'Warehouse'],
    hue: (c) => (c.ETA && c.ETAWas && c.ETA > c.ETAWas ? 'attention' : undefined),
    actions: may
      ? [
          { label: msg`Add event`, main: true, run: (c) => openForm(eventForms.container.event, { ContainerId: c.ContainerId }) },
          { label: msg`Change the ETA`, run: (c) => openForm(eventForms.container.eta, { ContainerId: c.ContainerId, Estimated: true }) },
        ]
      : [],
    empty: msg`No containers yet. Add one to a shipment to track it.`,
  })
}
