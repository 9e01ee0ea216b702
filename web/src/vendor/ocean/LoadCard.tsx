import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { bytes } from '@/kit/format/measure'
import { dateTime, day } from '@/kit/format/time'
import { NoContact, Refused } from '@/kit/guest/ask'
import { transitSteps } from '@/kit/words/transitSteps'
import { useWords } from '@/kit/words/words'
import css from '../guest/Portal.module.css'
import { type Container, codes, type Load } from './milestone'
import { ContainerForm, MilestoneForm } from './TellForm'
import { bring, type Ocean, save } from './useOcean'

/** A load: what is booked, its containers with what they did, and its documents. */
export function LoadCard({ portal, load: l }: { portal: Ocean; load: Load }) {
  const { i18n } = useLingui()
  const b = l.booking
  const naming = portal.draft.what === 'container' && portal.draft.load === l.shipmentId
  return (
    <li className={css.stack}>
      <h2>{l.number}</h2>
      <p className={css.quiet}>
        {[l.toName, [l.toCity, l.toState].filter(Boolean).join(', ')].filter(Boolean).join(' · ')}
        {b && (
          <>
            <br />
            {[`${b.mode} ${b.incoterm} ${b.place}`, `${b.originName} → ${b.portName}`, b.carrier, b.booking, b.masterBill]
              .filter(Boolean)
              .join(' · ')}
            <br />
            {[b.vessel, b.voyage, day(b.departsOn, i18n.locale)].filter(Boolean).join(' · ')}
          </>
        )}
      </p>
      {l.containers.map((c) => (
        <Unit key={c.containerId} portal={portal} of={c} />
      ))}
      {portal.told === l.shipmentId && (
        <p role="status">
          <Trans>The container was added.</Trans>
        </p>
      )}
      {naming ? (
        <ContainerForm portal={portal} />
      ) : (
        <button type="button" className={css.more} disabled={portal.draft.waiting} onClick={() => portal.name(l.shipmentId)}>
          <Trans>Add container to {l.number}</Trans>
        </button>
      )}
      <Documents portal={portal} load={l} />
    </li>
  )
}

/** A container with its events, the latest first; each with who told it and when, and one that was corrected marked. */
function Unit({ portal, of: c }: { portal: Ocean; of: Container }) {
  const { t, i18n } = useLingui()
  const words = useWords()
  const telling = portal.draft.what === 'milestone' && portal.draft.unit === c.containerId
  return (
    <section className={css.line} aria-label={t`Container ${c.number}`}>
      <h3>{c.number}</h3>
      <p className={css.quiet}>
        {[c.size, c.line, c.seal && t`seal ${c.seal}`, [c.vessel, c.voyage].filter(Boolean).join(' ')].filter(Boolean).join(' · ')}
        {c.eta && (
          <>
            <br />
            <strong>
              <Trans>
                ETA {c.etaPlace} {dateTime(c.eta, i18n.locale, c.etaZone || undefined)}
              </Trans>
            </strong>
          </>
        )}
      </p>
      {c.events.length === 0 ? (
        <p>
          <Trans>No milestone yet.</Trans>
        </p>
      ) : (
        <ol className={css.cards}>
          {c.events.map((e) => {
            const code = codes.find((x) => x === e.code)
            const step = transitSteps[e.code as keyof typeof transitSteps] // the tracking's own codes
            return (
              <li key={e.eventId}>
                <strong>{e.corrected ? <s>{words(step)}</s> : words(step)}</strong> {e.estimated && <Trans>(expected)</Trans>}{' '}
                {[e.place, dateTime(e.at, i18n.locale, e.zone || undefined)].filter(Boolean).join(', ')}
                <p className={css.quiet}>
                  {e.corrected && (
                    <>
                      <Trans>Corrected</Trans>
                      {' · '}
                    </>
                  )}
                  {[e.by, dateTime(e.loggedAt, i18n.locale), e.note].filter(Boolean).join(' · ')}
                </p>
                {e.forwarder && !e.corrected && code && (
                  <button
                    type="button"
                    disabled={portal.draft.waiting}
                    aria-label={t`Correct ${words(step)} of ${c.number}`}
                    onClick={() => portal.correct(c, e, code)}
                  >
                    <Trans>Correct</Trans>
                  </button>
                )}
              </li>
            )
          })}
        </ol>
      )}
      {portal.told === c.containerId && (
        <p role="status">
          <Trans>The milestone was added.</Trans>
        </p>
      )}
      {telling ? (
        <MilestoneForm portal={portal} of={c} />
      ) : (
        <button type="button" className={css.go} disabled={portal.draft.waiting} onClick={() => portal.tell(c)}>
          <Trans>Add milestone to {c.number}</Trans>
        </button>
      )}
    </section>
  )
}

function Documents({ portal, load: l }: { portal: Ocean; load: Load }) {
  const { t, i18n } = useLingui()
  const [said, setSaid] = useState<{ bad: boolean; text: string }>()
  const tried = async (what: () => Promise<void>, done: string) => {
    try {
      await what()
      setSaid(done ? { bad: false, text: done } : undefined)
    } catch (err) {
      if (!(err instanceof Refused) && !(err instanceof NoContact)) throw err
      setSaid({
        bad: true,
        text: err instanceof Refused ? err.fields[0]?.message || err.said : t`No connection. Try again when there is a signal.`,
      })
    }
  }
  const add = async (file: File | undefined) => {
    if (!file) return
    setSaid({ bad: false, text: t`Sending ${file.name}…` })
    await tried(() => bring(file, l.shipmentId), t`${file.name} was added.`)
    void portal.link.again()
  }
  return (
    <div className={css.file}>
      {l.files.map((f) => (
        <p key={f.id}>
          <button type="button" onClick={() => void tried(() => save(f.id, f.name), '')}>
            {f.name}
          </button>{' '}
          <small>{bytes(f.size, i18n.locale)}</small>
        </p>
      ))}
      <label>
        <Trans>Add a document to {l.number}</Trans>
        <input
          type="file"
          accept=".pdf,.png,.jpg,.jpeg,.csv,.txt,.xls,.xlsx,.doc,.docx"
          onChange={(e) => {
            void add(e.currentTarget.files?.[0])
            e.currentTarget.value = ''
          }}
        />
      </label>
      {said && (
        <p role={said.bad ? 'alert' : 'status'} className={said.bad ? css.bad : css.quiet}>
          {said.text}
        </p>
      )}
    </div>
  )
}
