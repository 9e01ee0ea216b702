import { Trans, useLingui } from '@lingui/react/macro'
import { queued } from '@sync/gen/api'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useSyncView } from '../remote/user'
import { useSlow } from '../remote/useSlow'
import { toasts } from '../toast/toast'
import { Button, Group } from '../ui'
import { useWords } from '../words/words'
import type { Field, FormSpec } from './defineForm'
import { FormNotes } from './FormNotes'
import css from './FormView.module.css'
import { useForm } from './useForm'
import { savedWords, saveWords } from './words'
import { placeOf } from './wrong'

export interface FormViewProps<Args extends object, Answer> {
  spec: FormSpec<Args, Answer>
  initial?: Partial<Args>
  onDone?: (answer: Answer) => void
  onCancel?: () => void
}

const nothing = {}

const typed = 'textarea, input:not([role="combobox"], [aria-haspopup], [type="checkbox"], [type="radio"], [type="file"])'

/** The news is told even where nobody can say any more what it is about. */
const named = async <Args,>(of: ((typed: Partial<Args>) => unknown) | undefined, typed: Partial<Args>) => {
  try {
    const about = await of?.(typed)
    return typeof about === 'string' ? about : undefined
  } catch {
    return undefined
  }
}

/** Whether nobody but the server can do this: what may be queued says so in its declaration. */
const needsServer = (op: string) => !(op in queued)

/** A form on a page or in a dialog: fields, summary of errors, draft, submit. Enter sends it. */
export function FormView<Args extends object, Answer>({ spec, initial = nothing, onDone, onCancel }: FormViewProps<Args, Answer>) {
  const { t } = useLingui()
  const words = useWords()
  const id = useId()
  const summary = useRef<HTMLDivElement>(null)
  const root = useRef<HTMLFormElement>(null)
  const offline = useSyncView().contact === 'offline'
  const form = useForm<Args, Answer>(spec, initial, (answer) => {
    onDone?.(answer)
    const { of } = spec
    const done = spec.done ?? (spec.submit ? undefined : savedWords)
    if (done)
      void named(of, form.values).then((about) =>
        toasts.good(typeof done === 'function' ? done(form.values) : done, about ? { of: about } : {}),
      )
  })
  const slow = useSlow(form.sending)
  const fieldId = (name: string) => `${id}-${name}`
  const focusField = (name: string, path: string) => placeOf(fieldId(name), path)?.focus()

  useEffect(() => {
    if (form.refusals === 0) return
    const first = root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(first ?? summary.current)?.focus()
  }, [form.refusals])

  // In a dialog whoever has a keyboard begins at the first field, not at the cross that closes it. A choice would open its list, a phone its keys.
  useLayoutEffect(() => {
    const first = root.current?.querySelector('input:not([type="hidden"]), textarea, select')
    if (first?.matches(typed) && matchMedia('(pointer: fine)').matches) first.setAttribute('data-autofocus', '')
  }, [])

  const rows: { row: number | undefined; fields: typeof form.shown }[] = []
  for (const s of form.shown) {
    const last = rows.at(-1)
    if (last && s.field.row !== undefined && last.row === s.field.row) last.fields.push(s)
    else rows.push({ row: s.field.row, fields: [s] })
  }

  return (
    <form
      ref={root}
      className={css.form}
      data-wide={spec.wide}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        e.stopPropagation()
        void form.submit()
      }}
    >
      {spec.intro && <p className={css.intro}>{words(spec.intro)}</p>}
      {offline && needsServer(spec.op) && (
        <p className={css.draft} role="status">
          <Trans>This needs a connection, and there is none. You can fill it in now: what you type is kept on this device.</Trans>
        </p>
      )}
      <FormNotes form={form} onField={focusField} ref={summary} />
      {rows.map(({ fields }) => (
        <div key={fields[0]?.name} className={css.row}>
          {fields.map(({ name, field }) => (
            <FieldInput
              key={name}
              id={fieldId(name)}
              name={name}
              field={field}
              value={form.values[name]}
              error={form.errors[name]}
              errors={form.below[name]}
              disabled={form.sending}
              onChange={(v) => form.set(name, v)}
            />
          ))}
        </div>
      ))}
      {slow && (
        <p className={css.draft} role="status">
          <Trans>The server has not answered yet. What you typed is kept.</Trans>{' '}
          <Button size="compact-sm" variant="default" onClick={form.stopWaiting}>
            <Trans>Stop waiting</Trans>
          </Button>
        </p>
      )}
      <Group className={css.foot} justify="flex-end" gap="sm" mt="md">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        )}
        <Button type="submit" loading={form.sending}>
          {words(spec.submit ?? saveWords)}
        </Button>
      </Group>
    </form>
  )
}

export interface FieldInputProps<Args, K extends keyof Args> {
  id: string
  name: string
  field: Field<Args, K>
  value: Args[K] | undefined
  error?: string
  errors?: Record<string, string>
  disabled: boolean
  onChange: (value: Args[K] | undefined) => void
}

/** One field of a form, by its own input. */
export function FieldInput<Args, K extends keyof Args>({
  id,
  name,
  field,
  value,
  error,
  errors,
  disabled,
  onChange,
}: FieldInputProps<Args, K>) {
  const words = useWords()
  const Input = field.input
  return (
    <Input
      id={id}
      name={name}
      label={words(field.label)}
      hint={field.hint && words(field.hint)}
      error={error}
      {...(errors ? { errors } : {})}
      required={field.required}
      disabled={disabled}
      value={value ?? undefined}
      onChange={onChange}
    />
  )
}
