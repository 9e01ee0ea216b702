import { Trans, useLingui } from '@lingui/react/macro'
import type { ShipmentTracked } from '@sync/gen/api'
import { dateTime, millis, span } from '@/kit/format/time'

/** When a load's containers or rail cars are expected, by the clock there, and why that changed. */
export function Expected({ load }: { load: ShipmentTracked }) {
  const { t, i18n } = useLingui()
  if (!load.eta) return null
  const by = load.etaWas ? millis(load.eta) - millis(load.etaWas) : 0
  const why =
    load.etaWhy === 'vessel'
      ? t`Moved to another vessel`
      : load.etaWhy === 'port'
        ? t`Rerouted from ${load.etaFrom}`
        : load.etaWhy === 'terminal'
          ? t`Terminal updated the ETA`
          : load.etaWhy === 'ais'
            ? t`Vessel position`
            : load.etaWhy === 'hand'
              ? t`Shipper updated the ETA`
              : t`Carrier updated the ETA`
  return (
    <>
      <p>
        <strong>
          <Trans>ETA {dateTime(load.eta, i18n.locale, load.etaZone)}</Trans>
        </strong>{' '}
        {load.etaPlace}
      </p>
      {by !== 0 && (
        <p>
          {by > 0 ? <Trans>{span(by, i18n.locale)} later</Trans> : <Trans>{span(-by, i18n.locale)} earlier</Trans>} · {why}
        </p>
      )}
    </>
  )
}
