import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { ownZone } from '@/kit/format/zone'
import { ask } from '@/kit/guest/ask'
import { Field } from '@/kit/guest/Field'
import { newId } from '@/kit/guest/newId'
import { useAnswer } from '@/kit/guest/useAnswer'
import type { Link } from '@/kit/guest/useLink'
import css from './Carrier.module.css'
import { keepName, lastName } from './ProForm'
import { draftKey, held, type Load, refusals, type Tell, type Typed } from './portal'
import { Sending } from './Sending'
import { problems, whats } from './words'

interface Given {
  /** The report has its id from the beginning: sent twice, it is told once. */
  id: string
  what: Tell['What'] | ''
  code: NonNullable<Tell['Code']>
  /** On this device's clock, as a browser's input has it. */
  at: string
  place: string
  note: string
  name: string
}

const two = (n: number) => String(n).padStart(2, '0')
const clock = (d: Date) => `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}T${two(d.getHours())}:${two(d.getMinutes())}`

/** What there is to report of a load where it stands. */
export const reportable = (load: Pick<Load, 'statuscode' | 'onDock'>): Tell['What'][] => {
  if (load.statuscode === 'X') return ['update']
  if (load.onDock) return []
  if (load.statuscode === 'A') return ['update', 'delivered', 'problem']
  return load.statuscode === 'T' || load.statuscode === 'M' ? ['picked-up', 'update', 'problem'] : []
}

/** A pickup, a delivery, a problem, or where the load is. Without a signal it goes out later, with the time at which it happened. */
export function TellForm({ load, link, scac }: { load: Load; link: Link<Load>; scac: string }) {
  const { t, i18n } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(false)
  const [done, setDone] = useState(false)
  const nothing: Typed<Given> = {
    given: { id: '', what: '', code: '', at: '', place: '', note: '', name: lastName(scac) },
    waiting: false,
    at: 0,
  }
  const work = useAnswer<Typed<Given>, Load>({
    key: draftKey(scac, load.id, 'tell'),
    nothing,
    link,
    later: true,
    send: async ({ given: g }) => {
      if (!g.what) return ask('CarrierPortal/Load', { ...held, ShipmentId: load.id })
      const now = await ask('CarrierPortal/Tell', {
        ...held,
        ShipmentId: load.id,
        EventId: g.id,
        What: g.what,
        ...(g.what === 'problem' ? { Code: g.code } : {}),
        HappenedAt: new Date(g.at).toISOString(),
        Place: g.place.trim(),
        Note: g.note.trim(),
        Name: g.name.trim(),
      })
      keepName(scac, g.name.trim())
      return now
    },
    onTaken: () => {
      setAsked(false)
      setDone(true)
    },
    anew: (typed) => ({ ...typed, given: { ...typed.given, id: newId() } }), // another report, of its own
  })
  const may = reportable(load)
  const g = work.draft.given
  if (may.length === 0 && !work.draft.waiting)
    return load.onDock ? (
      <p className={css.quiet}>
        <Trans>The warehouse records the pickup when your driver signs.</Trans>
      </p>
    ) : null
  const set = (part: Partial<Given>) => {
    setDone(false)
    work.type({
      given: {
        ...g,
        id: g.id || newId(),
        at: g.at || clock(new Date()),
        name: work.draft.at > 0 ? g.name : g.name || lastName(scac),
        ...part,
      },
    })
  }
  const no = refusals(work.refused?.fields)
  const lacks = {
    at: Number.isNaN(Date.parse(g.at)) ? t`Enter the time.` : undefined,
    name: g.name.trim() ? undefined : t`Your name is missing.`,
    code: g.what === 'problem' && !g.code ? t`Choose what is wrong.` : undefined,
    note: g.what === 'problem' && !g.note.trim() ? t`Say what happened.` : undefined,
    place: g.what === 'update' && !g.place.trim() && !g.note.trim() ? t`Enter where the load is, or a note.` : undefined,
  }
  const said = (field: keyof typeof lacks, wire: string) => no[wire] ?? (asked ? lacks[field] : undefined)
  const zone = ownZone()
  const send = () => {
    setAsked(true)
    if (Object.values(lacks).some(Boolean))
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    else work.send()
  }
  return (
    <form
      ref={form}
      className={`${css.part} ${css.form}`}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        send()
      }}
    >
      <h2>
        <Trans>Report</Trans>
      </h2>
      <div className={css.chips}>
        {may.map((what) => (
          <button key={what} type="button" aria-pressed={g.what === what} onClick={() => set({ what })}>
            {i18n._(whats[what])}
          </button>
        ))}
      </div>
      {g.what ? (
        <>
          {g.what === 'problem' && (
            <Field label={t`What is wrong`} error={said('code', 'Code')}>
              {(wired) => (
                <select
                  {...wired}
                  value={g.code}
                  onChange={(e) => set({ code: e.currentTarget.value as Given['code'] /* one of the options below */ })}
                >
                  <option value="">{t`Choose…`}</option>
                  {Object.entries(problems).map(([code, label]) => (
                    <option key={code} value={code}>
                      {i18n._(label)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <div className={css.row}>
            <Field label={t`When`} hint={<Trans>On this device's clock ({zone})</Trans>} error={said('at', 'HappenedAt')}>
              {(wired) => <input {...wired} type="datetime-local" value={g.at} onChange={(e) => set({ at: e.currentTarget.value })} />}
            </Field>
            <Field label={t`Where`} error={said('place', 'Place')}>
              {(wired) => (
                <input
                  {...wired}
                  autoComplete="off"
                  maxLength={80}
                  value={g.place}
                  onChange={(e) => set({ place: e.currentTarget.value })}
                />
              )}
            </Field>
          </div>
          <Field label={t`Note`} error={said('note', 'Note')}>
            {(wired) => (
              <textarea {...wired} rows={2} maxLength={500} value={g.note} onChange={(e) => set({ note: e.currentTarget.value })} />
            )}
          </Field>
          <Field label={t`Your name`} error={said('name', 'Name')}>
            {(wired) => (
              <input {...wired} autoComplete="name" maxLength={80} value={g.name} onChange={(e) => set({ name: e.currentTarget.value })} />
            )}
          </Field>
          <Sending work={work} beside={['Code', 'HappenedAt', 'Place', 'Note', 'Name']} done={done}>
            <Trans>Send report</Trans>
          </Sending>
        </>
      ) : (
        done && (
          <p role="status">
            <Trans>Sent.</Trans>
          </p>
        )
      )}
    </form>
  )
}
