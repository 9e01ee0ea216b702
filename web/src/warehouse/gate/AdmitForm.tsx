import { Trans, useLingui } from '@lingui/react/macro'
import { working } from '@sync/client'
import { NoSlot, type Slots } from '@sync/slotLeases'
import { type ComponentProps, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '@/kit/form/draft'
import { Field } from '@/kit/guest/Field'
import { useRefusal } from '@/kit/remote/refusal'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { type Direction, directions } from '../slots/plans'
import { inOrder, serving } from './doors'
import css from './Gate.module.css'
import type { Admission } from './useSlots'

type Typed = Required<Omit<Admission, 'OverlapSeen'>>

interface AdmitProps {
  warehouse: string
  free: Slots['free']
  /** Rejects where the truck was not sent: then nothing was kept of it. */
  admit: (lease: string, admission: Admission) => Promise<void>
}

const blank = (warehouse: string): Typed => ({
  AdmissionId: working().outbox.newId(),
  WarehouseId: warehouse,
  Direction: 'inbound',
  Number: '',
  DriverName: '',
  Carrier: '',
  LicensePlate: '',
  TrailerNumber: '',
  SealNumber: '',
  PhoneNumber: '',
})

/** One truck that is let in. What was typed outlives the tab, under one name: sent twice it is one truck. */
export function AdmitForm({ warehouse, free, admit }: AdmitProps) {
  const { t } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const key = `gate.${warehouse}`
  const [typed, setTyped] = useState<Typed>(() => ({ ...blank(warehouse), ...readDraft<Partial<Typed>>(key)?.values }))
  const [chosen, setChosen] = useState('')
  const [asked, setAsked] = useState(false)
  const [sending, setSending] = useState(false)
  const [trouble, setTrouble] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const open = serving(free, typed.Direction)
  // A door that was chosen and has lapsed is not exchanged for another behind the guard's back: the truck may be on its way to it.
  const lapsed = chosen !== '' && !open.some((f) => f.slot.Door === chosen)
  const door = chosen ? open.find((f) => f.slot.Door === chosen) : open[0]
  const type = (change: Partial<Typed>) => {
    const now = { ...typed, ...change }
    setTyped(now)
    keepDraft(key, now)
  }
  const missing: Partial<Record<keyof Typed, string>> = {}
  if (!typed.DriverName.trim()) missing.DriverName = t`The driver's name is missing.`
  if (!typed.Carrier.trim()) missing.Carrier = t`The carrier is missing.`
  if (!typed.LicensePlate.trim()) missing.LicensePlate = t`The license plate is missing.`
  const send = async () => {
    setAsked(true)
    setTrouble('')
    if (Object.keys(missing).length > 0)
      return void requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    if (!door) return
    setSending(true)
    try {
      await admit(door.slot.LeaseId, { ...typed, LicensePlate: typed.LicensePlate.trim().toUpperCase() })
      dropDraft(key)
      setTyped(blank(warehouse))
      setChosen('')
      setAsked(false)
    } catch (err) {
      setTrouble(
        err instanceof NoSlot
          ? t`This door is no longer yours to give. The truck was not admitted; choose another door.`
          : refusal.whole(err),
      )
    } finally {
      setSending(false)
    }
  }
  const box = (name: keyof Typed, label: string, more: ComponentProps<'input'>) => (
    <Field label={label} error={asked ? missing[name] : undefined}>
      {(wired) => <input {...wired} {...more} value={typed[name]} onChange={(e) => type({ [name]: e.currentTarget.value })} />}
    </Field>
  )
  const code = { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false }
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      aria-label={t`Admit a truck`}
      onSubmit={(e) => {
        e.preventDefault()
        void send()
      }}
    >
      <fieldset>
        <legend>
          <Trans>Comes for</Trans>
        </legend>
        {(Object.keys(directions) as Direction[]) // the keys of the record
          .filter((d) => d === typed.Direction || serving(free, d).length > 0)
          .map((d) => (
            <label key={d} className={css.pick}>
              <input type="radio" name="direction" checked={typed.Direction === d} onChange={() => type({ Direction: d })} />
              {words(directions[d])}
            </label>
          ))}
      </fieldset>
      {box('LicensePlate', t`License plate`, { ...code, maxLength: 12 })}
      {box('Carrier', t`Carrier`, { maxLength: 60 })}
      {box('DriverName', t`Driver`, { autoCapitalize: 'words', maxLength: 80 })}
      {box('Number', t`Appointment, PO, BOL or PRO number, if there is one`, { ...code, maxLength: 60 })}
      {box('TrailerNumber', t`Trailer number`, { ...code, maxLength: 20 })}
      {box('SealNumber', t`Seal`, { ...code, maxLength: 30 })}
      {box('PhoneNumber', t`Phone number`, { type: 'tel', maxLength: 40 })}
      {open.length > 0 && (
        <fieldset>
          <legend>
            <Trans>Door</Trans>
          </legend>
          {inOrder(open).map((d) => (
            <label key={d} className={css.pick}>
              <input type="radio" name="door" checked={door?.slot.Door === d} onChange={() => setChosen(d)} />
              {d}
            </label>
          ))}
        </fieldset>
      )}
      {lapsed && (
        <p role="alert" className={css.bad}>
          <Trans>Door {chosen} is no longer yours to give. Choose another door.</Trans>
        </p>
      )}
      {trouble && (
        <p role="alert" className={css.bad}>
          {trouble}
        </p>
      )}
      <Button type="submit" size="lg" loading={sending} disabled={!door}>
        {door ? <Trans>Admit to door {door.slot.Door}</Trans> : <Trans>No door to admit to</Trans>}
      </Button>
    </form>
  )
}
