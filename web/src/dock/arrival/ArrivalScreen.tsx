import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import Dexie from 'dexie'
import { DateTime, Identifier, useLocale } from '@/kit/format/Formats'
import { span } from '@/kit/format/time'
import { useCrumb } from '@/kit/layout/crumb'
import { useRows } from '@/kit/remote/useRows'
import { isOpen, type Load } from '../load/load'
import { useLoad } from '../load/useRows'
import { Languages } from '../sign/Languages'
import { Speaking, useStartLanguage } from '../sign/Speaking'
import type { SignLanguage } from '../sign/search'
import css from './Arrival.module.css'
import { Times } from './Times'
import { before, usualStay } from './wait'

interface ArrivalScreenProps {
  id: string
  language: SignLanguage | undefined
  onLanguage: (language: SignLanguage) => void
}

/** For the driver who has just come: where to go, how long it takes, what holds on this site, whom to call. In the driver's language, from this device's rows. */
export function ArrivalScreen({ id, language, onLanguage }: ArrivalScreenProps) {
  const start = useStartLanguage()
  const load = useLoad(id)
  useCrumb(load?.bol)
  if (load === undefined) return <div aria-busy="true" />
  if (load === null)
    return (
      <div className={css.nothing} role="status">
        <strong>
          <Trans>This load is not on this tablet.</Trans>
        </strong>
        <Link className={css.act} to="/eSignBOL">
          <Trans>Back to the dock</Trans>
        </Link>
      </div>
    )
  const spoken = language ?? start
  return (
    <div className={css.screen}>
      <Languages language={spoken} onLanguage={onLanguage} />
      <Speaking language={spoken}>{() => <Told load={load} language={spoken} />}</Speaking>
    </div>
  )
}

function Told({ load, language }: { load: Load; language: SignLanguage }) {
  const locale = useLocale()
  const rows = useRows(
    async (db) => {
      const [site, setting, here, events] = await Promise.all([
        db.warehouse_site.get(load.warehouse),
        db.dock_setting.get(load.warehouse),
        db.dock_shipment.where('warehouse').equals(load.warehouse).toArray(),
        db.shipment_event.where('[shipmentId+n]').between([load.id, Dexie.minKey], [load.id, Dexie.maxKey]).toArray(),
      ])
      return { site, setting, here, looks: events.filter((e) => e.kind === 'driver-location' || e.kind === 'driver-location-read') }
    },
    [load.id, load.warehouse],
  )
  if (!rows) return <div aria-busy="true" />
  const { site, setting, here, looks } = rows
  const rules = setting?.rules?.[language] || setting?.rules?.en
  const ahead = before(load, here)
  const usual = usualStay(here)
  const call = [site?.contact, site?.phone].filter(Boolean).join(' · ')
  return (
    <>
      <header className={css.where}>
        <h1>{load.door ? <Trans>Go to door {load.door}</Trans> : <Trans>Wait in the yard. The dock tells you your door.</Trans>}</h1>
        <p>
          {load.driverName && `${load.driverName} · `}
          {load.carrierName || load.carrier} ·{' '}
          <Trans>
            BOL <Identifier id={load.bol} />
          </Trans>
        </p>
      </header>
      <section className={css.part} aria-labelledby="arrival-wait">
        <h2 id="arrival-wait">
          <Trans>How long</Trans>
        </h2>
        <p>
          {load.state === 'loading' ? (
            <Trans>
              Your trailer is being loaded: {load.loadedPallets} of {load.totalPallets} pallets.
            </Trans>
          ) : load.state === 'loaded' ? (
            <Trans>Your trailer is loaded. Please come and sign.</Trans>
          ) : (
            <Plural value={ahead} _0="Nobody waits before you." one="# truck waits before you." other="# trucks wait before you." />
          )}
        </p>
        {usual !== undefined && (
          <p>
            <Trans>Trucks were here for about {span(usual, locale)} lately.</Trans>
          </p>
        )}
      </section>
      {rules && (
        <section className={css.part} aria-labelledby="arrival-rules">
          <h2 id="arrival-rules">
            <Trans>On this site</Trans>
          </h2>
          <p className={css.rules} lang={setting?.rules?.[language] ? language : 'en'}>
            {rules}
          </p>
        </section>
      )}
      <section className={css.part} aria-labelledby="arrival-call">
        <h2 id="arrival-call">
          <Trans>Contact</Trans>
        </h2>
        <p>{call || <Trans>Ask at the dock office.</Trans>}</p>
      </section>
      <Times load={load} zone={site?.zone} />
      <section className={css.part} aria-labelledby="arrival-place">
        <h2 id="arrival-place">
          <Trans>Your place and your number</Trans>
        </h2>
        <p>
          <Trans>The place of the truck is noted only when somebody here asks for it, and never after the bill is signed.</Trans>{' '}
          <Trans>Who looks it up is noted here too.</Trans>{' '}
          <Trans>Your phone number stays at this dock; no paper and no carrier's page shows it.</Trans>
        </p>
        {looks.length > 0 && (
          <ul>
            {looks.map((e) => (
              <li key={e.n}>
                {e.kind === 'driver-location' ? (
                  <Trans>
                    Noted by {e.userName}, <DateTime at={e.at} zone={site?.zone} />
                  </Trans>
                ) : (
                  <Trans>
                    Looked up by {e.userName}, <DateTime at={e.at} zone={site?.zone} />
                  </Trans>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className={css.acts}>
        {isOpen(load) && (
          <Link className={css.act} to="/eSignBOL/driver/$id" params={{ id: load.id }}>
            <Trans>Correct driver details</Trans>
          </Link>
        )}
        <Link className={css.act} data-main to="/eSignBOL">
          <Trans>Back to the dock</Trans>
        </Link>
      </div>
    </>
  )
}
