import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { dateTime, day, span } from '@/kit/format/time'
import { timeOfDay } from '@/kit/format/window'
import { Field } from '@/kit/guest/Field'
import { Fact, Facts } from '@/kit/guest/GuestPage'
import { MainButton } from '@/kit/guest/MainButton'
import css from './GateIn.module.css'
import type { Gate, Shown, Visit } from './useGate'
import { useRules } from './useRules'

/** Where to go, in letters that are read from the seat; how long it takes; whom to call; and leaving. */
export function VisitView({ gate, site, visit: v }: { gate: Gate; site: Shown['site']; visit: Visit }) {
  const { t, i18n } = useLingui()
  const locale = i18n.locale
  const rules = useRules(site)
  const { ahead, loaded, pallets, minutes } = v
  const over = v.state === 'left' || v.state === 'done' || v.state === 'void'
  return (
    <>
      <div role="status">
        <h1 className={css.where}>
          <Where state={v.state} door={v.door} />
        </h1>
      </div>
      <Facts>
        <Fact name={t`For`}>
          {[v.appointment, v.bol && `BOL ${v.bol}`, !v.appointment && !v.bol && v.number].filter(Boolean).join(' · ')}
        </Fact>
        {v.day && (
          <Fact name={t`Appointment`}>
            {day(v.day, locale)} {timeOfDay(v.start)}
          </Fact>
        )}
        <Fact name={t`Driver`}>{[v.name, v.carrier].join(' · ')}</Fact>
        <Fact name={t`Truck`}>{[v.plate, v.trailer].filter(Boolean).join(' · ')}</Fact>
        {(v.leftSeal || v.seal) && <Fact name={t`Seal`}>{v.leftSeal || v.seal}</Fact>}
        <Fact name={t`Arrived`}>{dateTime(v.at, locale, site.zone)}</Fact>
        {v.leftAt && <Fact name={t`Left`}>{dateTime(v.leftAt, locale, site.zone)}</Fact>}
        {!over && (
          <Fact name={t`How long`}>
            {v.state === 'loading' ? (
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
      {v.state === 'left' ? (
        <>
          <MainButton onClick={() => void gate.another()}>
            <Trans>Check in again</Trans>
          </MainButton>
          <p role="status" className={css.quiet}>
            {gate.stuck?.kind === 'no-contact' && <Trans>No connection. Try again as soon as there is a signal.</Trans>}
            {gate.stuck?.kind === 'refused' && gate.stuck.said}
          </p>
        </>
      ) : (
        <Leave gate={gate} trailer={v.trailer} mayLeave={v.state !== 'loading' && v.state !== 'loaded'} />
      )}
      {rules.text && !over && (
        <p className={css.rules} lang={rules.lang}>
          {rules.text}
        </p>
      )}
      {v.state !== 'left' && (
        <p className={css.quiet}>
          <Trans>This page asks by itself how it stands; you can leave it open.</Trans>
        </p>
      )}
    </>
  )
}

function Where({ state, door }: { state: Visit['state']; door: string }) {
  if (state === 'left') return <Trans>You have checked out. Safe travels.</Trans>
  if (state === 'done') return <Trans>You are done here. Check out before you leave.</Trans>
  if (state === 'void') return <Trans>This load was called off. Please ask at the dock office.</Trans>
  if (state === 'loaded') return <Trans>Your trailer is loaded. Please come and sign.</Trans>
  if (door) return <Trans>Go to door {door}</Trans>
  return <Trans>Wait in the yard. Your door appears here.</Trans>
}

function Leave({ gate, trailer, mayLeave }: { gate: Gate; trailer: string; mayLeave: boolean }) {
  const { t } = useLingui()
  const { leaving } = gate
  const wrong = (field: string) => leaving.refused?.fields.find((f) => f.field === field)?.message
  if (!mayLeave) return null
  return (
    <details className={css.leave} open={leaving.draft.at > 0 || undefined}>
      <summary>
        <Trans>I am leaving</Trans>
      </summary>
      <form
        className={css.form}
        onSubmit={(e) => {
          e.preventDefault()
          leaving.send({ at: Date.now() })
        }}
      >
        <Field label={t`Seal on the trailer now, if there is one`} error={wrong('SealNumber')}>
          {(wired) => (
            <input
              {...wired}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={30}
              value={leaving.draft.seal}
              onChange={(e) => leaving.type({ seal: e.currentTarget.value })}
            />
          )}
        </Field>
        {trailer && (
          <label className={css.agree}>
            <input
              type="checkbox"
              checked={leaving.draft.stays ?? false}
              onChange={(e) => leaving.type({ stays: e.currentTarget.checked })}
            />
            <Trans>Trailer {trailer} stays here</Trans>
          </label>
        )}
        <Field label={t`Number of another trailer that you take along`} error={wrong('TrailerNumber')}>
          {(wired) => (
            <input
              {...wired}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={20}
              value={leaving.draft.takes ?? ''}
              onChange={(e) => leaving.type({ takes: e.currentTarget.value })}
            />
          )}
        </Field>
        {leaving.refused && leaving.refused.fields.length === 0 && (
          <p role="alert" className={css.bad}>
            {leaving.refused.said}
          </p>
        )}
        <p role="status" className={css.quiet}>
          {leaving.draft.waiting && (
            <strong>
              <Trans>Not sent yet: there is no connection. It goes out by itself as soon as there is one; keep this page open.</Trans>
            </strong>
          )}
        </p>
        <MainButton type="submit" disabled={leaving.sending}>
          <Trans>Check out</Trans>
        </MainButton>
      </form>
    </details>
  )
}
