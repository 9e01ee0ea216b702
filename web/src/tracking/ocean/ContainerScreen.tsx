import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { TrackingDossier } from '@sync/gen/api'
import { DetailScreen, Facts, Part } from '@/kit/detail/DetailScreen'
import { openForm } from '@/kit/form/FormDialog'
import { DateTime, Day, Identifier } from '@/kit/format/Formats'
import { useCrumb } from '@/kit/layout/crumb'
import { PageLink } from '@/kit/page/PageLink'
import { useCan } from '@/kit/remote/can'
import { useCall } from '@/kit/remote/useCall'
import { Button } from '@/kit/ui'
import { transitSteps } from '@/kit/words/transitSteps'
import { useWords } from '@/kit/words/words'
import { ChangesPart } from '../event/ChangesPart'
import { EventsPart } from '../event/EventsPart'
import { eventForms } from '../event/eventForm'
import { FilesPart } from '../event/FilesPart'
import { Moved } from '../Moved'
import { providerStates, whyWords } from '../words'
import { containerForm } from './containerForm'

/** One container: where it is, when it comes and why that changed. */
export function ContainerScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const got = useCall('NewTrackingAPI/getContDetails', { ContainerID: id })
  const c = got.data
  useCrumb(c?.ContainerNumber)
  return (
    <DetailScreen title={c?.ContainerNumber ?? t`Container`} actions={c && <Actions c={c} />} of={c} remote={got.remote}>
      {c && (
        <>
          <About c={c} />
          <ChangesPart unit={c} />
          <EventsPart unit={c} />
          <FilesPart unit={c} again={got.remote.again} />
        </>
      )}
    </DetailScreen>
  )
}

function Actions({ c }: { c: TrackingDossier }) {
  const may = useCan('move-loads')
  if (!may) return null
  const { ContainerId, ContainerNumber, Shipment, Line, MasterBill, Booking, Size, Seal, Origin, Port, FinalDestination, Rev } = c
  return (
    <>
      <Button onClick={() => void openForm(eventForms[c.Kind].event, { ContainerId })}>
        <Trans>Add event</Trans>
      </Button>
      <Button variant="default" onClick={() => void openForm(eventForms[c.Kind].eta, { ContainerId, Estimated: true })}>
        <Trans>Change the ETA</Trans>
      </Button>
      {c.Kind === 'container' && (
        <Button
          variant="default"
          onClick={() =>
            void openForm(containerForm, {
              ContainerId,
              ContainerNumber,
              Shipment,
              Line,
              MasterBill,
              Booking,
              Size,
              Seal,
              Origin,
              Port,
              FinalDestination,
              Rev,
            })
          }
        >
          <Trans>Change</Trans>
        </Button>
      )}
    </>
  )
}

function About({ c }: { c: TrackingDossier }) {
  const words = useWords()
  return (
    <Part title={msg`Status`}>
      <Facts
        facts={[
          { label: msg`Last event`, value: c.LastCode && words(transitSteps[c.LastCode]), big: true },
          { label: msg`When`, value: c.LastAt && <DateTime at={c.LastAt} zone={c.LastZone} /> },
          { label: msg`Place`, value: c.LastPlace },
          { label: msg`ETA`, value: c.ETA && <DateTime at={c.ETA} zone={c.ETAZone} />, big: true },
          { label: msg`ETA change`, value: c.ETAWas && c.ETA && <Moved from={c.ETAWas} to={c.ETA} /> },
          { label: msg`Reason`, value: words(whyWords(c.ETAWhy, c.ETANote)) },
          { label: msg`Arrived`, value: c.ArrivedAt && <DateTime at={c.ArrivedAt} zone={c.LastZone} /> },
          { label: msg`Last free day`, value: c.LastFreeDay && <Day text={c.LastFreeDay} /> },
          {
            label: msg`Shipment`,
            value: <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: c.ShipmentId } }}>{c.Shipment}</PageLink>,
          },
          { label: c.Kind === 'car' ? msg`Origin station` : msg`Port of loading`, value: c.OriginName },
          { label: msg`Port of discharge`, value: c.PortName },
          { label: c.Kind === 'car' ? msg`Destination station` : msg`Inland destination`, value: c.FinalName },
          { label: msg`Vessel`, value: [c.Vessel, c.Voyage].filter(Boolean).join(' ') },
          { label: c.Kind === 'car' ? msg`Railroad` : msg`Ocean carrier`, value: c.Line },
          { label: c.Kind === 'car' ? msg`Waybill` : msg`Master bill of lading`, value: c.MasterBill && <Identifier id={c.MasterBill} /> },
          { label: msg`Booking number`, value: c.Booking && <Identifier id={c.Booking} /> },
          { label: msg`Container type`, value: c.Size },
          { label: msg`Seal`, value: c.Seal },
          {
            label: msg`Provider`,
            value: c.Provider && [c.Provider, words(providerStates[c.ProviderState]), c.ProviderWhy].filter(Boolean).join(' · '),
          },
        ]}
      />
    </Part>
  )
}
