import { Trans, useLingui } from '@lingui/react/macro'
import type { Ops } from '@sync/gen/api'
import { useEffect, useRef, useState } from 'react'
import { clock, day as dayText } from '@/kit/format/time'
import { timeOfDay } from '@/kit/format/window'
import { Field } from '@/kit/guest/Field'
import { MainButton } from '@/kit/guest/MainButton'
import type { Trouble } from '@/kit/guest/useLink'
import css from '../Carrier.module.css'
import { lastName } from '../ProForm'
import { refusals } from '../portal'
import type { Free } from './near'
import own from './Slots.module.css'

export type Rest = Pick<Ops['CarrierPortal/BookSlot']['req'], 'PONumber' | 'BOLNumber' | 'LoadNumber' | 'Note'> & { Name: string }

interface RestProps {
  scac: string
  /** Without an end it is not held. */
  hold: { at: Free; until?: string }
  /** What was said of the appointment that gets another time. */
  was: { po: string; bol: string; load: string; note: string } | null
  /** References that the load type asks for: PO, BOL, LOAD. */
  requires: readonly string[]
  /** Whether it is for a load of ours: that brings its own references. */
  loadKnown: boolean
  busy: boolean
  trouble: Trouble | undefined
  onBack: () => void
  onBook: (rest: Rest) => void
}

const fields = { PO: 'PONumber', BOL: 'BOLNumber', LOAD: 'LoadNumber' } as const

/** What is said of a truck while its time is held. */
export function RestForm({ scac, hold, was, requires, loadKnown, busy, trouble, onBack, onBook }: RestProps) {
  const { t, i18n } = useLingui()
  const [given, setGiven] = useState({
    PONumber: was?.po ?? '',
    BOLNumber: was?.bol ?? '',
    LoadNumber: was?.load ?? '',
    Note: was?.note ?? '',
    Name: lastName(scac),
  })
  const [asked, setAsked] = useState(false)
  const until = hold.until
  const [over, setOver] = useState(!until)
  const head = useRef<HTMLParagraphElement>(null)
  useEffect(() => head.current?.focus(), []) // the time that was pressed is gone
  useEffect(() => {
    if (!until) return
    const timer = setInterval(() => setOver(Date.parse(until) <= Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [until])
  const names = { PO: t`PO number`, BOL: t`BOL number`, LOAD: t`Load number` }
  const wanted = (Object.keys(fields) as (keyof typeof fields)[]).filter((f) => !loadKnown || requires.includes(f)) // keys of a constant
  const needed = (f: keyof typeof fields) =>
    !loadKnown && (requires.length > 0 ? requires.includes(f) : f === 'LOAD' && !given.PONumber.trim() && !given.BOLNumber.trim())
  const no = refusals(trouble?.kind === 'refused' ? trouble.fields : [])
  const beside = ['Name', ...Object.values(fields)]
  const missing = wanted.some((f) => needed(f) && !given[fields[f]].trim()) || !given.Name.trim()
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        setAsked(true)
        if (!missing) onBook({ ...given, Name: given.Name.trim() })
      }}
    >
      <p ref={head} tabIndex={-1} role="status" className={own.held}>
        {dayText(hold.at.day, i18n.locale)} {timeOfDay(hold.at.start)} ·{' '}
        {over || !until ? (
          <Trans>no longer held; it is booked if it is still free</Trans>
        ) : (
          <Trans>held for you until {clock(until, i18n.locale)}</Trans>
        )}
      </p>
      {wanted.map((f) => (
        <Field
          key={f}
          label={names[f]}
          error={no[fields[f]] ?? (asked && needed(f) && !given[fields[f]].trim() ? t`The warehouse asks for this number.` : undefined)}
        >
          {(wired) => (
            <input
              {...wired}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={40}
              value={given[fields[f]]}
              onChange={(e) => setGiven({ ...given, [fields[f]]: e.currentTarget.value })}
            />
          )}
        </Field>
      ))}
      <Field label={t`Note to the warehouse`}>
        {(wired) => (
          <input {...wired} maxLength={500} value={given.Note} onChange={(e) => setGiven({ ...given, Note: e.currentTarget.value })} />
        )}
      </Field>
      <Field label={t`Your name`} error={no.Name ?? (asked && !given.Name.trim() ? t`Your name is missing.` : undefined)}>
        {(wired) => (
          <input
            {...wired}
            autoComplete="name"
            maxLength={80}
            value={given.Name}
            onChange={(e) => setGiven({ ...given, Name: e.currentTarget.value })}
          />
        )}
      </Field>
      {trouble && !(trouble.kind === 'refused' && trouble.fields.some((f) => beside.includes(f.field))) && (
        <p role="alert" className={css.bad}>
          {trouble.kind === 'refused' ? trouble.said : <Trans>No connection. Nothing was booked; try again when there is a signal.</Trans>}
        </p>
      )}
      <MainButton type="submit" disabled={busy}>
        <Trans>Book this time</Trans>
      </MainButton>
      <button type="button" onClick={onBack}>
        <Trans>Choose another time</Trans>
      </button>
    </form>
  )
}
