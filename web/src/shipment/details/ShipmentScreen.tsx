import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Shipment } from '@sync/gen/tables'
import { useNavigate } from '@tanstack/react-router'
import { Papers } from '@/document/public'
import { DetailScreen, Part, Steps } from '@/kit/detail/DetailScreen'
import { openForm } from '@/kit/form/FormDialog'
import { Icon } from '@/kit/icon/Icon'
import { useCrumb } from '@/kit/layout/crumb'
import { hrefOf } from '@/kit/page/PageLink'
import { can } from '@/kit/remote/can'
import { useSession } from '@/kit/remote/user'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { statuses } from '@/kit/status/statuses'
import { Button, Menu } from '@/kit/ui'
import type { Words } from '@/kit/words/words'
import { useWords } from '@/kit/words/words'
import { Mailed } from '@/notify/public'
import { SpotQuotes } from '@/quote/public'
import { BookingPart } from '@/vendor/public'
import { Appointed, InYard } from '@/warehouse/public'
import { isLate } from '../bucket/late'
import { canDock, putOnDock } from '../bucket/shipmentList'
import { scheduleForm } from '../build/scheduleForm'
import { makeMove } from '../move/makeMove'
import { rightOf } from '../move/may'
import { movesOf, onward } from '../move/moves'
import { mayAskQuotes } from '../move/quotes'
import { moveWords } from '../move/words'
import { partOffers } from '../part/offers'
import { servicesForm } from '../single/servicesForm'
import { Line } from '../tender/Line'
import { useMayTender, useTenders } from '../tender/useTender'
import { activeOffers } from './active'
import { Cost } from './Cost'
import { Evidence } from './Evidence'
import { History } from './History'
import { Lacks } from './Lacks'
import { Loading } from './Loading'
import { Ratings } from './Ratings'
import { ShareTracking } from './ShareTracking'
import { Stopped } from './Stopped'
import { standOf } from './stand'
import { useAgain } from './useAgain'
import { useShipment } from './useShipment'
import { WhatItIs } from './WhatItIs'
import css from './Workspace.module.css'

/** One shipment's workspace: what it is, where it stands with the next action, its papers and its history. */
export function ShipmentScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const work = useShipment(id)
  const { shipment: s, load, events, pallets, cost, site, remote } = work
  useCrumb(s?.number)
  const session = useSession()
  const quotes = mayAskQuotes(session)
  // As the server has it: no carrier has agreed to them yet, and the person enters orders or rates them.
  const mayServe = (s: Shipment) =>
    'OSQH'.includes(s.status) &&
    session &&
    (['Prepaid', 'Collect', 'ReviewRates', 'MultipleOrders', 'ShipPO'] as const).some(
      (page) => hrefOf({ page }, session.pages) !== undefined,
    )
  return (
    <DetailScreen
      title={s?.number ?? t`Shipment`}
      status={
        s && (
          <>
            <StatusBadge {...statuses[s.status]} />
            {isLate(s) && <StatusBadge hue="attention" label={msg`late`} />}
          </>
        )
      }
      actions={s && <Actions s={s} signing={load?.state === 'loaded'} />}
      of={s}
      entity="shipment"
      id={id}
      {...(remote ? { remote } : {})}
    >
      {s && (
        <div className={css.work}>
          <div className={css.column}>
            <WhatItIs
              s={s}
              {...(site?.zone ? { zone: site.zone } : {})}
              actions={
                mayReschedule(s) && (
                  <>
                    {mayServe(s) && (
                      <Button
                        variant="subtle"
                        size="xs"
                        onClick={() => void openForm(servicesForm, { ShipmentId: s.id, Services: s.services })}
                      >
                        <Trans>Change the services</Trans>
                      </Button>
                    )}
                    <Button
                      variant="subtle"
                      size="xs"
                      onClick={() =>
                        openForm(scheduleForm, {
                          ShipmentId: s.id,
                          ShipOn: s.shipOn,
                          PickupByFromTime: s.pickupFrom,
                          PickupByToTime: s.pickupTo,
                        })
                      }
                    >
                      <Trans>Change the pickup</Trans>
                    </Button>
                  </>
                )
              }
            />
          </div>
          <div className={css.column}>
            {!s.signedAt && !'ADV'.includes(s.status) && <Lacks shipment={s.id} />}
            <Part title={msg`Status`}>
              <Steps steps={standOf(s, events, load)} />
              <ShareTracking shipment={s.id} />
            </Part>
            {abroad.has(s.mode) && <BookingPart shipment={s.id} />}
            <Appointed shipment={s.id} />
            <InYard shipment={s.id} warehouse={s.warehouse} />
            {s.status === 'X' && <Stopped s={s} />}
            <Tenders s={s} {...(site?.zone ? { zone: site.zone } : {})} />
            <Loading load={load} pallets={pallets} events={events} />
          </div>
          <div className={css.column}>
            <Papers shipment={s} />
            {quotes && <SpotQuotes shipmentId={s.id} open={s.status === 'Q'} />}
            {cost && <Cost of={cost} carrier={s.carrier !== ''} />}
            <Mailed shipment={s.id} />
            <Evidence events={events} {...(site ? { zone: site.zone } : {})} />
            <Ratings shipment={id} />
            <History shipment={id} events={events} {...(site?.zone ? { zone: site.zone } : {})} />
          </div>
        </div>
      )}
    </DetailScreen>
  )
}

/** The modes that are booked for a sailing or a flight. */
const abroad = new Set(['FCL', 'LCL', 'INTLAIR'])

const mayReschedule = (s: Shipment) => s.status !== 'A' && s.status !== 'D' && s.status !== 'V'

/** A carrier has taken it over: what is missing or damaged now is claimed from that carrier. */
const claimable = (s: Shipment) => s.carrier !== '' && (s.status === 'A' || s.status === 'D' || s.status === 'X')

/** The next action as the one filled button, the others behind "More": exactly those that the state machine offers. */
function Actions({ s, signing }: { s: Shipment; signing: boolean }) {
  const words = useWords()
  const navigate = useNavigate()
  const mayTender = useMayTender()
  const again = useAgain(s)
  const moves = movesOf(s).filter((m) => can(rightOf(m)))
  const tender = s.status === 'Q' && mayTender
  const offered: { label: Words; run: () => unknown; hard?: boolean }[] = [
    ...(canDock(s) ? [{ label: msg`Put on the dock`, run: () => putOnDock(s) }] : []),
    ...(tender ? [{ label: msg`Tender…`, run: () => void navigate({ to: '/Tender', search: { shipment: s.id } }) }] : []),
    ...activeOffers(s, signing),
    ...again.map(({ label, run }) => ({ label, run })),
    ...partOffers(s),
    ...(claimable(s) && can('file-claims')
      ? [
          {
            label: msg`Start claim…`,
            run: () => void navigate({ to: '/ClaimPreparation/{-$shipmentid}/{-$sh}', params: { shipmentid: s.id } }),
          },
        ]
      : []),
    ...moves.map((m) => ({ label: moveWords(m), run: () => makeMove(s, m), hard: m.asks !== undefined })),
  ]
  // On the dock the next action is the dock's own, and nothing here may look as if it had to be pressed.
  const atDock = s.onDock && (s.status === 'T' || s.status === 'M')
  const main = atDock ? undefined : (offered.find((o) => !o.hard && forward(s, o.label)) ?? undefined)
  const rest = offered.filter((o) => o !== main)
  return (
    <>
      {atDock && (
        <span className={css.next}>
          {signing ? <Trans>Next: the driver signs at the dock</Trans> : <Trans>Next: the dock loads it</Trans>}
        </span>
      )}
      {main && <Button onClick={() => void main.run()}>{words(main.label)}</Button>}
      {rest.length > 0 && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant="default" rightSection={<Icon name="down" size="1em" />}>
              <Trans>More</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((o) => (
              <Menu.Item key={words(o.label)} onClick={() => void o.run()}>
                {words(o.label)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

/** Who was asked to take it. Only the office knows. */
function Tenders({ s, zone }: { s: Shipment; zone?: string }) {
  const tenders = useTenders(s.id)
  const mayTender = useMayTender()
  if (!mayTender || (tenders?.length === 0 && s.status !== 'T')) return null
  return (
    <Part title={msg`Tender`}>
      <Line s={s} {...(zone ? { zone } : {})} />
    </Part>
  )
}

/** Whether an action brings the shipment on its way; going back is never the next action. */
function forward(s: Shipment, label: Words): boolean {
  if (canDock(s) || s.status === 'Q') return true // the first that is offered then
  return movesOf(s).some((m) => onward(m) && moveWords(m) === label)
}
