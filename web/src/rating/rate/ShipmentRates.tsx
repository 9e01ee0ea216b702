import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { DateTime } from '@/kit/format/Formats'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { useWork } from '@/kit/remote/useWork'
import { Alert, Button } from '@/kit/ui'
import css from '../Rating.module.css'
import { Candidates } from './Candidates'
import { Compared } from './Compared'
import { foundThere, RatesScreen } from './RatesScreen'
import { Ratings } from './Ratings'

/** A rating that is kept with a shipment: why this carrier, with all that was known at the moment. Without `rating` it is the one that counts. */
export function ShipmentRates({ id, rating }: { id: string; rating?: number }) {
  const { t } = useLingui()
  const { trouble, work } = useWork()
  const list = useCall('Rating/Ratings', { shipmentId: id }, { staleMs: 0 })
  const kept = useCall(
    'Shipment/GetShipmentPricesheets',
    { shipmentId: id, ...(rating ? { rating } : {}) },
    { staleMs: 0, enabled: list.data === undefined || list.data.ratings.length > 0 },
  )
  const counting = list.data?.ratings.find((r) => r.counts)?.n
  // A shipment that nobody has rated has no price sheet, and nothing went wrong.
  const never = list.data?.ratings.length === 0
  const earlier = rating !== undefined && list.data !== undefined && rating !== counting
  const present = useCall('Shipment/GetShipmentPricesheets', { shipmentId: id }, { staleMs: 0, enabled: earlier && counting !== undefined })
  const again = async () => {
    await work(() => call('Shipment/RateShipments', { ShipmentIds: [id], Defaults: true }))
    kept.remote.again()
    list.remote.again()
  }
  return (
    <RatesScreen
      title={t`Price sheets`}
      actions={
        <>
          <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: id } }}>
            <Trans>Back to the shipment</Trans>
          </PageLink>
          {!earlier && (
            <Button size="compact-sm" variant={never ? 'filled' : 'default'} onClick={() => void again()}>
              {never ? <Trans>Rate</Trans> : <Trans>Rate again</Trans>}
            </Button>
          )}
        </>
      }
    >
      {trouble}
      {earlier && (
        <Alert color="yellow" role="status">
          {counting === undefined ? (
            <Trans>This is an earlier rating. The shipment has changed since and has no current one.</Trans>
          ) : (
            <>
              <Trans>This is an earlier rating.</Trans>{' '}
              <PageLink to={{ page: 'ReviewRates', search: { shipment: id } }}>
                <Trans>View current rating</Trans>
              </PageLink>
            </>
          )}
        </Alert>
      )}
      {never ? (
        <p className={css.quiet}>
          <Trans>This shipment has not been rated yet.</Trans>
        </p>
      ) : (
        <Pending called={kept} offline={foundThere}>
          {kept.data && (
            <>
              <p className={css.quiet}>
                {kept.data.byName ? (
                  <Trans>
                    Rated <DateTime at={kept.data.at} /> by {kept.data.byName}. A person can choose another carrier than the top-ranked one.
                  </Trans>
                ) : (
                  <Trans>
                    Rated <DateTime at={kept.data.at} />. A person can choose another carrier than the top-ranked one.
                  </Trans>
                )}
              </p>
              <Candidates answer={kept.data.answer} taken={kept.data.chosen} />
              {earlier && present.data && <Compared before={kept.data} now={present.data} />}
            </>
          )}
        </Pending>
      )}
      {list.data && list.data.ratings.length > 0 && (
        <section>
          <h2>
            <Trans>Rate history</Trans>
          </h2>
          <Ratings shipment={id} of={list.data.ratings} all={list.data.all} {...(kept.data ? { shown: kept.data.rating } : {})} />
        </section>
      )}
    </RatesScreen>
  )
}
