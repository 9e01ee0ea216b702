import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { DockGateStand } from '@sync/gen/api'
import { dateTime, span } from '@/kit/format/time'
import { Fact, Facts } from '@/kit/guest/GuestPage'
import css from './Gate.module.css'

/** Where to go, in letters that are read from the seat; how long it takes; whom to call. */
export function WhereToGo({ stand }: { stand: DockGateStand }) {
  const { t, i18n } = useLingui()
  const language = i18n.locale as 'en' | 'es' | 'fr' // one of the page's tongues
  const { site, door, state, ahead, minutes, loaded, pallets } = stand
  const rules = site.rules[language] || site.rules.en
  const done = state === 'signed' || state === 'left'
  return (
    <>
      <div role="status">
        <h1 className={css.where}>
          {done ? (
            <Trans>Your bill is signed. Safe travels.</Trans>
          ) : state === 'void' ? (
            <Trans>This load was called off. Please ask at the dock office.</Trans>
          ) : state === 'loaded' ? (
            <Trans>Your trailer is loaded. Please come and sign.</Trans>
          ) : door ? (
            <Trans>Go to door {door}</Trans>
          ) : (
            <Trans>Wait in the yard. Your door appears here.</Trans>
          )}
        </h1>
      </div>
      <Facts>
        <Fact name={t`Bill of lading`}>{stand.bol}</Fact>
        <Fact name={t`Carrier`}>{stand.carrier}</Fact>
        <Fact name={t`Driver`}>{stand.driver}</Fact>
        {stand.came && <Fact name={t`Arrived`}>{dateTime(stand.came, i18n.locale, stand.zone)}</Fact>}
        {!done && (
          <Fact name={t`How long`}>
            {state === 'loading' ? (
              <Trans>
                Your trailer is being loaded: {loaded} of {pallets} pallets.
              </Trans>
            ) : (
              <Plural value={ahead} _0="Nobody waits before you." one="# truck waits before you." other="# trucks wait before you." />
            )}
            {minutes > 0 && (
              <>
                {' '}
                <Trans>Trucks were here for about {span(minutes * 60_000, i18n.locale)} lately.</Trans>
              </>
            )}
          </Fact>
        )}
        <Fact name={t`Contact`}>{site.call || t`Ask at the dock office.`}</Fact>
      </Facts>
      {rules && (
        <p className={css.rules} lang={site.rules[language] ? language : 'en'}>
          {rules}
        </p>
      )}
      <p className={css.quiet}>
        <Trans>This page asks by itself how it stands; you can leave it open.</Trans>
      </p>
    </>
  )
}
