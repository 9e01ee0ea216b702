import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { TrackingUnit } from '@sync/gen/api'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { DateTime } from '@/kit/format/Formats'
import { defineList } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { PageLink } from '@/kit/page/PageLink'
import { useCan } from '@/kit/remote/can'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { useSession } from '@/kit/remote/user'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { Staged } from '@/kit/stages/Staged'
import { StageTabs } from '@/kit/stages/StageTabs'
import { Switch } from '@/kit/ui'
import { transitSteps } from '@/kit/words/transitSteps'
import { useWords, type Words } from '@/kit/words/words'
import { eventForms } from '../event/eventForm'
import { Moved } from '../Moved'
import type { TrackingSearch } from '../search'
import { whyWords } from '../words'
import { railCars } from './railCars'

/** Rail cars under way, and the cars that there are. */
export function RailScreen({ search }: { search: TrackingSearch }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const at = search.tab === 'cars' ? 'cars' : 'status'
  return (
    <Staged
      above={
        <StageTabs
          label={t`Rail`}
          tabs={[
            { key: 'status', label: msg`Status`, n: undefined },
            { key: 'cars', label: msg`Rail cars`, n: undefined },
          ]}
          at={at}
          go={(tab) => void navigate({ to: '/RailStatus', search: tab === 'cars' ? { tab } : {} })}
        />
      }
    >
      {at === 'cars' ? <ResourceScreen of={railCars} /> : <Status />}
    </Staged>
  )
}

function Status() {
  const { t } = useLingui()
  const words = useWords()
  const [plans, moves, sets] = [useCan('plan'), useCan('move-loads'), useCan('manage-organisation')]
  const admin = useSession()?.admin === true
  const { act } = useAct()
  const [all, setAll] = useState(false)
  const got = useCall('Tracking/RailStatus', { All: all, ShipmentId: '' })
  const mode = useCall('Configuration/GetShipmentCreationMode', undefined)
  const spec = useMemo(() => railList(words, moves), [words, moves])
  return (
    <ListScreen spec={spec} rows={got.data} remote={got.remote}>
      <Switch label={t`Also delivered ones`} checked={all} onChange={(e) => setAll(e.currentTarget.checked)} />
      {sets && admin && mode.data && (
        <Switch
          label={t`Rail shipments are entered`}
          checked={mode.data.RailShipment}
          onChange={(e) => {
            const RailShipment = e.currentTarget.checked
            void act(() => theRemote().submit('Configuration/UpdateShipmentCreationMode', { RailShipment, Rev: mode.data?.Rev }))
          }}
        />
      )}
      {plans && mode.data?.RailShipment && (
        <PageLink to={{ page: 'RailShipmentCreation' }}>
          <Trans>New rail shipment</Trans>
        </PageLink>
      )}
    </ListScreen>
  )
}

function railList(words: (w: Words) => string, may: boolean) {
  return defineList<TrackingUnit>({
    name: 'rail',
    title: msg`Rail status`,
    id: (c) => c.ContainerId,
    columns: [
      {
        key: 'ContainerNumber',
        label: msg`Rail car`,
        as: 'identifier',
        phone: true,
        link: (c) => ({ page: 'RailTracking', search: { unit: c.ContainerId } }),
      },
      {
        key: 'Shipment',
        label: msg`Shipment`,
        as: 'identifier',
        link: (c) => ({ page: 'RailShipmentCreation', params: { shipmentid: c.ShipmentId } }),
      },
      { key: 'Line', label: msg`Railroad`, as: 'identifier' },
      { key: 'MasterBill', label: msg`Waybill`, as: 'identifier' },
      { key: 'OriginName', label: msg`From` },
      { key: 'FinalName', label: msg`To`, phone: true },
      { key: 'LastCode', label: msg`Last event`, value: (c) => (c.LastCode ? words(transitSteps[c.LastCode]) : ''), phone: true },
      { key: 'LastAt', label: msg`When`, value: (c) => c.LastAt ?? '', cell: (c) => <DateTime at={c.LastAt} zone={c.LastZone} /> },
      { key: 'LastPlace', label: msg`Place` },
      { key: 'ETA', label: msg`ETA`, value: (c) => c.ETA ?? '', cell: (c) => <DateTime at={c.ETA} zone={c.ETAZone} />, phone: true },
      { key: 'ETAWas', label: msg`ETA change`, value: (c) => c.ETAWas ?? '', cell: (c) => <Moved from={c.ETAWas} to={c.ETA} /> },
      { key: 'ETAWhy', label: msg`Reason`, value: (c) => words(whyWords(c.ETAWhy, c.ETANote)) },
      { key: 'Weight', label: msg`Weight`, as: 'measure', hidden: true },
      { key: 'Seal', label: msg`Seal`, hidden: true },
      { key: 'Warehouse', label: msg`Warehouse`, hidden: true },
    ],
    filters: ['LastCode', 'Line', 'Warehouse'],
    hue: (c) => (c.LastCode === 'bad-order' || (c.ETA && c.ETAWas && c.ETA > c.ETAWas) ? 'attention' : undefined),
    actions: may
      ? [
          { label: msg`Add event`, main: true, run: (c) => openForm(eventForms.car.event, { ContainerId: c.ContainerId }) },
          { label: msg`Change the ETA`, run: (c) => openForm(eventForms.car.eta, { ContainerId: c.ContainerId, Estimated: true }) },
        ]
      : [],
    empty: msg`No rail cars under way. They appear here as rail shipments are entered.`,
  })
}
