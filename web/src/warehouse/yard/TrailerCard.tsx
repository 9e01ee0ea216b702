import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { openForm } from '@/kit/form/FormDialog'
import { Ago, DateTime, useLocale } from '@/kit/format/Formats'
import { measure } from '@/kit/format/measure'
import { newId } from '@/kit/guest/newId'
import { PageLink } from '@/kit/page/PageLink'
import { PlainButton } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { cancelForm, leftForm, readingForm, requestOf, trailerForm } from './forms'
import type { Picking } from './PickPlace'
import type { Yard } from './useYard'
import { contents, offSetPoint, priorities } from './words'
import css from './Yard.module.css'
import { daysHere, daysOver, type Spot, type Trailer, tooWarm } from './yard'

interface Props {
  yard: Yard
  spot: Spot | undefined
  trailer: Trailer | undefined
  unsent: boolean
  onPick: (picking: Picking) => void
  onHistory: (trailer: Trailer) => void
}

/** What is known of the trailer that was picked, or of its empty place, and what can be done. */
export function TrailerCard({ yard, spot, trailer, unsent, onPick, onHistory }: Props) {
  const { t } = useLingui()
  const locale = useLocale()
  const may = useCan('move-trailers')
  const zone = yard.site?.zone
  const name = spot && (spot.kind === 'doors' ? t`Door ${spot.name}` : spot.name)
  if (!trailer)
    return (
      <section className={css.card} aria-label={name ?? t`Place`}>
        <h2>{name}</h2>
        <p className={css.none}>
          <Trans>No trailer stands here.</Trans>
        </p>
        {may && spot && (
          <div className={css.acts}>
            <PlainButton
              onClick={() =>
                void openForm(trailerForm(msg`Trailer at ${name ?? ''}`), {
                  TrailerId: newId(),
                  WarehouseId: yard.site?.id ?? '',
                  Contents: 'unknown',
                  Dropped: true,
                  ...spot.place,
                })
              }
            >
              <Trans>Enter a trailer…</Trans>
            </PlainButton>
          </div>
        )}
      </section>
    )
  const move = yard.moves.find((m) => m.trailerId === trailer.id)
  const to = move && yard.spotOf(move)
  const days = daysHere(trailer, zone, yard.now)
  const over = daysOver(trailer, zone, yard.now)
  return (
    <section className={css.card} aria-label={t`Trailer ${trailer.number}`}>
      <h2>
        {trailer.number} <small>{trailer.carrierName}</small>
      </h2>
      <p className={css.marks}>
        <StatusBadge {...contents[trailer.contents]} />
        {trailer.seal && <StatusBadge hue="good" label={t`Seal ${trailer.seal}`} />}
        {trailer.dropped && <StatusBadge hue="quiet" label={t`Drop trailer`} />}
        {over > 0 && <StatusBadge hue="attention" label={plural(over, { one: '# day over', other: '# days over' })} />}
        {tooWarm(trailer) && <StatusBadge hue="stopped" label={offSetPoint} />}
        {unsent && <StatusBadge hue="waiting" label={t`not sent yet`} />}
      </p>
      <dl className={css.facts}>
        <dt>
          <Trans>Place</Trans>
        </dt>
        <dd>
          {name ?? <Trans>Unknown</Trans>} · <Ago at={trailer.placedAt} {...(zone ? { zone } : {})} />
        </dd>
        <dt>
          <Trans>Came</Trans>
        </dt>
        <dd>
          <DateTime at={trailer.cameAt} {...(zone ? { zone } : {})} /> · <Plural value={days} _0="today" one="# day" other="# days" />
          {trailer.dropped && trailer.freeDays >= 0 && (
            <>
              {' '}
              (<Plural value={trailer.freeDays} one="# free day" other="# free days" />)
            </>
          )}
        </dd>
        {trailer.setPoint.unit && (
          <>
            <dt>
              <Trans>Temperature</Trans>
            </dt>
            <dd>
              <Trans>set {measure(trailer.setPoint, locale)}</Trans>
              {trailer.reading.unit && (
                <>
                  {' · '}
                  <Trans>read {measure(trailer.reading, locale)}</Trans> · <Ago at={trailer.readAt} {...(zone ? { zone } : {})} />
                </>
              )}
            </dd>
          </>
        )}
        {trailer.shipmentId && (
          <>
            <dt>
              <Trans>Load</Trans>
            </dt>
            <dd>
              <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: trailer.shipmentId } }}>
                <Trans>Open load</Trans>
              </PageLink>
            </dd>
          </>
        )}
        {move && (
          <>
            <dt>
              <Trans>Move to</Trans>
            </dt>
            <dd>
              {to ? to.kind === 'doors' ? t`Door ${to.name}` : to.name : <Trans>Unknown</Trans>}{' '}
              <StatusBadge {...priorities[move.priority]} />
            </dd>
          </>
        )}
        {trailer.note && (
          <>
            <dt>
              <Trans>Note</Trans>
            </dt>
            <dd>{trailer.note}</dd>
          </>
        )}
      </dl>
      <div className={css.acts}>
        {may && (
          <>
            {move ? (
              <PlainButton onClick={() => void openForm(cancelForm(trailer.number), { MoveId: move.id, TrailerId: trailer.id })}>
                <Trans>Cancel move…</Trans>
              </PlainButton>
            ) : (
              <PlainButton filled onClick={() => onPick({ to: 'ask', trailer })}>
                <Trans>Request a move…</Trans>
              </PlainButton>
            )}
            <PlainButton onClick={() => onPick({ to: 'place', trailer })}>
              <Trans>Stands elsewhere…</Trans>
            </PlainButton>
            <PlainButton onClick={() => void openForm(trailerForm(msg`Trailer ${trailer.number}`, true), requestOf(trailer))}>
              <Trans>Details…</Trans>
            </PlainButton>
            {trailer.setPoint.unit && (
              <PlainButton onClick={() => void openForm(readingForm(trailer.number, trailer.setPoint.unit), { TrailerId: trailer.id })}>
                <Trans>Temperature…</Trans>
              </PlainButton>
            )}
            <PlainButton onClick={() => void openForm(leftForm(trailer.number), { TrailerId: trailer.id, Seal: trailer.seal })}>
              <Trans>It left…</Trans>
            </PlainButton>
          </>
        )}
        <PlainButton onClick={() => onHistory(trailer)}>
          <Trans>History</Trans>
        </PlainButton>
      </div>
    </section>
  )
}
