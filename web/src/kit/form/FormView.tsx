import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ops } from '@sync/gen/api'
import { useEffect, useId, useRef } from 'react'
import { Ago } from '../format/Formats'
import { useSyncView } from '../remote/user'
import { toasts } from '../toast/toast'
import { Button, Group } from '../ui'
import { useWords } from '../words/words'
import type { Field, FormSpec } from './defineForm'
import css from './FormView.module.css'
import { useForm } from './useForm'

export interface FormViewProps<Args extends object, Answer> {
  spec: FormSpec<Args, Answer>
  initial?: Partial<Args>
  onDone?: (answer: Answer) => void
  onCancel?: () => void
}

const nothing = {}

/** Whether nobody but the server can do this: what may be queued says so in its declaration. */
const needsServer = (op: string) => op in ops && ops[op as keyof typeof ops].offline === undefined

/** A form on a page or in a dialog: fields, summary of errors, draft, submit. Enter sends it. */
export function FormView<Args extends object, Answer>({ spec, initial = nothing, onDone, onCancel }: FormViewProps<Args, Answer>) {
  const { t } = useLingui()
  const words = useWords()
  const id = useId()
  const summary = useRef<HTMLDivElement>(null)
  const root = useRef<HTMLFormElement>(null)
  const offline = useSyncView().contact === 'offline'
  const form = useForm<Args, Answer>(spec, initial, (answer) => {
    if (spec.done) toasts.good(spec.done)
    onDone?.(answer)
  })
  const wrong = form.shown.filter((s) => form.errors[s.name])
  const fieldId = (name: string) => `${id}-${name}`
  const focusField = (name: string) => document.getElementById(fieldId(name))?.focus()

  useEffect(() => {
    if (form.refusals === 0) return
    const first = root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(first ?? summary.current)?.focus()
  }, [form.refusals])

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
          <Trans>There is no connection, and this needs one. Fill it in all the same: what you type is kept on this device.</Trans>
        </p>
      )}
      {form.resumedFrom && (
        <p className={css.draft}>
          <Trans>
            Goes on from what you typed <Ago at={form.resumedFrom} />.
          </Trans>{' '}
          <button type="button" className={css.link} onClick={form.startOver}>
            <Trans>Start over</Trans>
          </button>
        </p>
      )}
      {form.news && (
        <p className={css.draft} role="status">
          {form.news.by && form.news.at ? (
            <Trans>
              Changed by {form.news.by} <Ago at={form.news.at} />, while this was open. What you typed is still here.
            </Trans>
          ) : (
            <Trans>Changed on another device while this was open. What you typed is still here.</Trans>
          )}
        </p>
      )}
      {(wrong.length > 0 || form.trouble.length > 0) && (
        <div ref={summary} className={css.summary} role="alert" tabIndex={-1}>
          {wrong.length > 0 && (
            <strong>
              <Plural value={wrong.length} one="# field needs another look:" other="# fields need another look:" />
            </strong>
          )}
          <ul>
            {form.trouble.map((text) => (
              <li key={text}>{text}</li>
            ))}
            {wrong.map(({ name, field }) => (
              <li key={name}>
                <button type="button" className={css.link} onClick={() => focusField(name)}>
                  {words(field.label)}
                </button>
                {': '}
                {form.errors[name]}
              </li>
            ))}
          </ul>
        </div>
      )}
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
              disabled={form.sending}
              onChange={(v) => form.set(name, v)}
            />
          ))}
        </div>
      ))}
      <Group className={css.foot} justify="flex-end" gap="sm" mt="md">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        )}
        <Button type="submit" loading={form.sending}>
          {words(spec.submit)}
        </Button>
      </Group>
    </form>
  )
}

interface FieldInputProps<Args, K extends keyof Args> {
  id: string
  name: string
  field: Field<Args, K>
  value: Args[K] | undefined
  error?: string
  disabled: boolean
  onChange: (value: Args[K] | undefined) => void
}

function FieldInput<Args, K extends keyof Args>({ id, name, field, value, error, disabled, onChange }: FieldInputProps<Args, K>) {
  const words = useWords()
  const Input = field.input
  return (
    <Input
      id={id}
      name={name}
      label={words(field.label)}
      hint={field.hint && words(field.hint)}
      error={error}
      required={field.required}
      disabled={disabled}
      value={value ?? undefined}
      onChange={onChange}
    />
  )
}
