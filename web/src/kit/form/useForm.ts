import { CallError, isAnswer, NoContact } from '@sync/wire'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useHold } from '../busy/useBusy'
import { useRefusal } from '../remote/refusal'
import { submit as sendOrCall } from '../remote/submit'
import { useWords, type Words } from '../words/words'
import type { Field, FormSpec, Latest } from './defineForm'
import { attemptAnswered, attemptKey, dropDraft, keepDraft, readDraft } from './draft'
import { rulesOf, wholeFields } from './plain'
import { refusedBy } from './rules'
import { useNews } from './useNews'
import { requiredWords, savedMeanwhile } from './words'

export interface FormState<Args extends object> {
  values: Partial<Args>
  /** What was typed on top of; undefined in a draft that did not keep it. */
  base?: Partial<Args>
  set: <K extends keyof Args>(name: K, value: Args[K] | undefined) => void
  /** By field name, in the reader's language. */
  errors: Partial<Record<keyof Args, string>>
  /** What is wrong below a field, by its path from there. */
  below: Partial<Record<keyof Args, Record<string, string>>>
  /** What belongs to no field. */
  trouble: string[]
  sending: boolean
  /** Gives the form back while the server does not answer. Sent again it is the same attempt, so that it is done once. */
  stopWaiting: () => void
  dirty: boolean
  /** When the draft that this form began from was kept; undefined for a fresh one. */
  resumedFrom?: number
  /** What somebody else has done to the same thing meanwhile. */
  news?: Latest
  startOver: () => void
  /** Takes over what somebody else saved meanwhile, with what is typed on top of from now on. */
  takeIn: (theirs: Partial<Args>, base?: Partial<Args>) => void
  /** Judges what is typed without sending it. */
  judge: () => boolean
  /** Sends it, with what the button adds. */
  submit: (more?: Partial<Args>) => Promise<boolean>
  /** Raised at each refused submit, so that the view can bring the first error into focus. */
  refusals: number
  shown: { name: keyof Args & string; field: Field<Args, keyof Args> }[]
}

const empty = (v: unknown) => v === undefined || v === null || v === '' || (Array.isArray(v) && v.length === 0)

const same = (a: unknown, b: unknown) => JSON.stringify(empty(a) ? null : a) === JSON.stringify(empty(b) ? null : b)

/** The state of one open form: values, draft, errors, sending. */
export function useForm<Args extends object, Answer>(
  spec: FormSpec<Args, Answer>,
  initial: Partial<Args> = {},
  onDone?: (answer: Answer) => void,
): FormState<Args> {
  const words = useWords()
  const refusal = useRefusal()
  const rules = useMemo(() => rulesOf(spec), [spec])
  const whole = useMemo(() => wholeFields(spec), [spec])
  const key = useMemo(() => `${spec.op}:${spec.subject?.(initial) ?? ''}`, [spec, initial])
  const kept = useMemo(() => readDraft<Partial<Args>>(key), [key])
  const [values, setValues] = useState<Partial<Args>>(() => ({ ...initial, ...kept?.values }))
  const [base, setBase] = useState(kept ? kept.base : initial)
  const [resumedFrom, setResumedFrom] = useState(kept?.at)
  const [errors, setErrors] = useState<Partial<Record<keyof Args, string>>>({})
  const [below, setBelow] = useState<FormState<Args>['below']>({})
  const [trouble, setTrouble] = useState<string[]>([])
  const [sending, setSending] = useState(false)
  const [dirty, setDirty] = useState(kept !== undefined)
  const [refusals, setRefusals] = useState(0)
  useHold('form', dirty)
  const news = useNews(spec, initial, dirty)
  // What the form began from may change under it, as when another device saves: what somebody has typed stays, an untouched form follows.
  const [began, setBegan] = useState(initial)
  if (began !== initial) {
    setBegan(initial)
    if (!dirty) {
      setValues(initial)
      setBase(initial)
    }
  }

  const shown = whole.filter(({ field }) => field.when?.(values) ?? true)

  // Half a second after the last key, and at once when the page goes away.
  const latest = useRef({ values, base })
  latest.current = { values, base }
  // Between sending (or starting over) and the next drawing the half second may be over: what is gone must not be kept again.
  const dropped = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values begins the half second anew
  useEffect(() => {
    if (!dirty) return
    const keep = () => {
      if (dropped.current) return
      const plain = (all: Partial<Args>) => {
        const kept = { ...all }
        for (const { name, field } of whole) if (field.secret) delete kept[name]
        return kept
      }
      const { values, base } = latest.current
      keepDraft(key, plain(values), base && plain(base))
    }
    const timer = setTimeout(keep, 500)
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
    }
  }, [values, dirty, key, whole])

  const set = useCallback(
    <K extends keyof Args>(name: K, value: Args[K] | undefined) => {
      dropped.current = false
      setValues((v) => ({ ...v, [name]: value, ...spec.fields[name]?.also?.(value, v) }))
      setErrors((e) => ({ ...e, [name]: undefined }))
      setBelow((b) => ({ ...b, [name]: undefined }))
      setDirty(true)
    },
    [spec],
  )

  const startOver = useCallback(() => {
    dropped.current = true
    dropDraft(key)
    setValues(initial)
    setBase(initial)
    setErrors({})
    setBelow({})
    setTrouble([])
    setDirty(false)
    setResumedFrom(undefined)
  }, [key, initial])

  const takeIn = useCallback((theirs: Partial<Args>, base?: Partial<Args>) => {
    const right = Object.fromEntries(Object.keys(theirs).map((name) => [name, undefined]))
    setValues((v) => ({ ...v, ...theirs }))
    setErrors((e) => ({ ...e, ...right }))
    setBelow((b) => ({ ...b, ...right }))
    if (base) setBase(base)
  }, [])

  const refuse = (fields: Partial<Record<keyof Args, string>>, rest: string[], deep: FormState<Args>['below']) => {
    // A field whose parts are wrong is wrong itself: the summary names it by the first of them.
    for (const [name, parts] of Object.entries(deep) as [keyof Args, Record<string, string> | undefined][]) // Object.entries forgets the keys' type
      fields[name] ??= Object.values(parts ?? {})[0]
    setErrors(fields)
    setBelow(deep)
    setTrouble(rest)
    setRefusals((n) => n + 1)
    return false
  }

  const judge = () => {
    const found: Partial<Record<keyof Args, string>> = {}
    const deep: FormState<Args>['below'] = {}
    for (const { name, field } of shown) {
      const value = values[name]
      const parts = Object.entries(field.below?.(value, values) ?? {})
      const needed = field.required && empty(value) && parts.length === 0 // its parts say better what is
      const refused = rules[name] && parts.length === 0 ? refusedBy(rules[name], value) : undefined
      const no: Words | undefined = needed || refused?.code === 'field-required' ? requiredWords : field.check?.(value, values)
      if (no) found[name] = words(no)
      else if (refused) found[name] = refusal.ofCode(refused.code, { limit: refused.limit })
      if (parts.length > 0) deep[name] = Object.fromEntries(parts.map(([path, no]) => [path, words(no)]))
    }
    if (Object.keys(found).length + Object.keys(deep).length > 0) return refuse(found, [], deep)
    setErrors({})
    setBelow({})
    setTrouble([])
    return true
  }

  /** Of what the form holds, what the request has: a row brings more, such as who saved it last. */
  const asked = (all: Partial<Args>) => {
    const known = Object.keys(rules)
    return known.length === 0 ? all : Object.fromEntries(known.filter((name) => name in all).map((name) => [name, all[name as keyof Args]]))
  }
  /**
   * Somebody else saved the row meanwhile: what was not touched here follows, what was stays, and says at its field what theirs is. Sent once more, it is on
   * top of theirs.
   */
  const meet = (theirs: Partial<Args>) => {
    const mine: Partial<Args> = {}
    const clash: Partial<Record<keyof Args, string>> = {}
    for (const { name } of shown) {
      if (same(values[name], base?.[name])) continue
      mine[name] = values[name]
      const now = theirs[name]
      if (!same(values[name], now)) clash[name] = words(savedMeanwhile(typeof now === 'object' ? JSON.stringify(now) : String(now ?? '')))
    }
    setValues((v) => ({ ...v, ...theirs, ...mine }))
    setBase(theirs)
    return clash
  }

  const attempt = useRef(0)
  const answered = useRef(new Set<string>())
  const submit = async (more?: Partial<Args>) => {
    if (sending || !judge()) return false
    const sent: Partial<Args> = {}
    for (const { name } of shown) sent[name] = values[name]
    Object.assign(sent, more)
    if (spec.changed && base)
      Object.assign(sent, { [spec.changed]: shown.map(({ name }) => name).filter((name) => !same(values[name], base[name])) })
    setSending(true)
    const mine = ++attempt.current
    try {
      const request = spec.toRequest ? await spec.toRequest({ ...initial, ...sent }) : asked({ ...initial, ...base, ...sent })
      const once = attemptKey(key)
      const answer = (await (spec.run ? spec.run(request, once) : sendOrCall(spec.op, request, { key: once }))) as Answer // the spec's author says what the call answers
      attemptAnswered(key)
      if (answered.current.has(once)) return true // an earlier sending of it was answered first
      answered.current.add(once)
      dropped.current = true
      dropDraft(key)
      setDirty(false)
      setErrors({})
      onDone?.(answer)
      return true
    } catch (err) {
      if (!(err instanceof CallError) && !(err instanceof NoContact)) throw err
      if (mine !== attempt.current) return false // nobody waits for it any longer
      if (isAnswer(err)) attemptAnswered(key)
      const theirs = err instanceof CallError && err.code === 'row-changed-meanwhile' ? (err.params.row as Partial<Args>) : undefined // the row as it stands
      if (theirs) return refuse(meet(theirs), [refusal.whole(err)], {})
      const byField: Partial<Record<keyof Args, string>> = {}
      const deep: FormState<Args>['below'] = {}
      const rest: string[] = []
      const named = err instanceof CallError ? err.errors : []
      for (const e of named) {
        // The wire's names are matched without regard to case, as the server matches ours.
        const field = (spec.ofWire?.(e.field) ?? e.field).toLowerCase()
        const hit = shown.find((s) => s.name.toLowerCase() === field)
        const over = hit ?? shown.find((s) => [`${s.name}[`, `${s.name}.`].some((start) => field.startsWith(start.toLowerCase())))
        if (hit) byField[hit.name] ??= refusal.field(e)
        else if (over) {
          deep[over.name] ??= {}
          // The path keeps the wire's spelling, as the rules of the field do.
          ;(deep[over.name] as Record<string, string>)[e.field.slice(e.field.length - field.length + over.name.length)] ??= refusal.field(e) // made just above
        } else rest.push(refusal.field(e))
      }
      if (named.length === 0) rest.push(...[refusal.head(err)].filter((h) => h !== undefined), refusal.whole(err))
      return refuse(byField, rest, deep)
    } finally {
      if (mine === attempt.current) setSending(false)
    }
  }
  const stopWaiting = () => {
    attempt.current++
    setSending(false)
  }

  return {
    values,
    base,
    set,
    errors,
    below,
    trouble,
    sending,
    stopWaiting,
    dirty,
    resumedFrom,
    news,
    startOver,
    takeIn,
    judge,
    submit,
    refusals,
    shown,
  }
}
