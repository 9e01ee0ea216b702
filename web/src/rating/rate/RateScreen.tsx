import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { RatingCandidate } from '@sync/gen/api'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { late } from '@/kit/later/late'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { Button, Group } from '@/kit/ui'
import { buildShipment } from '@/shipment/public'
import css from '../Rating.module.css'
import { AskForm } from './AskForm'
import { Candidates } from './Candidates'
import { foundThere, RatesScreen } from './RatesScreen'
import { asked, requestOf } from './requestOf'
import { Services } from './Services'
import { ShipmentRates } from './ShipmentRates'
import type { RateSearch } from './search'

const QuotesScreen = late(() => import('@/quote/public').then((m) => m.QuotesScreen))

/** Rates: of open orders that would go together, or of anything between two postal codes. */
export function RateScreen({ search }: { search: RateSearch }) {
  if (search.view === 'quotes') return <SpotQuotesView outcome={search.outcome} />
  if (search.shipment) return <ShipmentRates id={search.shipment} {...(search.rating ? { rating: search.rating } : {})} />
  return search.orders ? <OrderRates ids={search.orders.split(',')} search={search} /> : <AnyRates search={search} />
}

function SpotQuotesView({ outcome }: { outcome: string | undefined }) {
  const navigate = useNavigate()
  return <QuotesScreen wanted={outcome} go={(key) => void navigate({ to: '/ReviewRates', search: { view: 'quotes', outcome: key } })} />
}

function AnyRates({ search }: { search: RateSearch }) {
  const { t } = useLingui()
  const request = requestOf(search)
  const rates = useCall('Shipment/GETLTLRates', request ?? {}, { enabled: request !== undefined, staleMs: 0 })
  return (
    <RatesScreen title={t`Review rates`}>
      <AskForm key={JSON.stringify(search)} search={search} />
      {request ? (
        <Pending called={rates} offline={foundThere}>
          {rates.data && <Candidates answer={rates.data} />}
        </Pending>
      ) : (
        <p className={css.quiet}>
          <Trans>Enter the lane and the weight. All contract carriers are rated.</Trans>
        </p>
      )}
    </RatesScreen>
  )
}

function OrderRates({ ids, search }: { ids: string[]; search: RateSearch }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const services = useMemo(() => asked(search.services), [search.services])
  const rates = useCall('Rating/RateOrders', { OrderIds: ids, Services: services, Defaults: true }, { staleMs: 0 })
  const take = async (c: RatingCandidate) => {
    const orders = (await local().order_open.bulkGet(ids)).flatMap((o) => o ?? [])
    if (orders.length !== ids.length) return rates.remote.again() // one was built meanwhile: the server says which
    // The services that were asked, not those in the address: the organisation's own are among them.
    const built = await buildShipment(orders, {
      id: c.id,
      carrier: c.carrier,
      totalMinor: c.totalMinor,
      services: rates.data?.request.services?.map((s) => s.code) ?? [],
    })
    if (built) void navigate({ to: '/ShipmentDetails/$shipmentid', params: { shipmentid: built.id } })
  }
  return (
    <RatesScreen
      title={t`Rates`}
      actions={
        <Button size="compact-sm" variant="default" onClick={() => void navigate({ to: '/OpenOrders' })}>
          <Trans>Back to the open orders</Trans>
        </Button>
      }
    >
      <p className={css.quiet}>
        <Plural value={ids.length} one="For # open order." other="For # open orders as one shipment." />
      </p>
      <Group align="end">
        <Services
          value={search.services}
          onChange={(codes) => void navigate({ to: '/ReviewRates', search: { ...search, services: codes } })}
        />
      </Group>
      <Pending called={rates} offline={foundThere}>
        {rates.data && <Candidates answer={rates.data} onTake={(c) => void take(c)} />}
      </Pending>
    </RatesScreen>
  )
}
