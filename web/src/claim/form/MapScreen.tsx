import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ClaimForm, ClaimMapped } from '@sync/gen/api'
import { useRef, useState } from 'react'
import { DetailScreen, type DetailScreenProps, Part } from '@/kit/detail/DetailScreen'
import { openForm } from '@/kit/form/FormDialog'
import { useCrumb } from '@/kit/layout/crumb'
import { useCan } from '@/kit/remote/can'
import { Pending } from '@/kit/remote/Pending'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { Button, Checkbox } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { onServer } from '../case/words'
import { FieldPanel } from './FieldPanel'
import css from './Form.module.css'
import { forms } from './forms'
import { blank, called, fitting, withMapped } from './mapping'
import { Preview } from './Preview'
import { UploadForm } from './UploadForm'
import { fieldTypes, valueName, wordNames } from './values'

/** One claim form: its fields in the order in which they are read, and what each takes. Every change is saved at once. */
export function MapScreen({
  form,
  remote,
  leave,
}: {
  form: ClaimForm | undefined
  remote: DetailScreenProps['remote']
  leave: () => void
}) {
  useCrumb(form?.Name)
  return (
    <DetailScreen
      title={form?.Name ?? ''}
      of={form}
      remote={remote}
      actions={
        <Button variant="default" onClick={leave}>
          <Trans>All forms</Trans>
        </Button>
      }
    >
      {form && <Mapping form={form} />}
    </DetailScreen>
  )
}

function Mapping({ form }: { form: ClaimForm }) {
  const { t } = useLingui()
  const words = useWords()
  const { act } = useAct()
  const may = useCan('manage-claims')
  const file = useCall('Claim/FormFields', { FileId: form.FileId })
  const values = useCall('Claim/FormValues', undefined)
  const [maps, setMaps] = useState<ClaimMapped[]>(form.Maps)
  const [chosen, setChosen] = useState<string>()
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  // Saves follow one another, each based on what the one before came to.
  const kept = useRef<{ form: ClaimForm; last: Promise<unknown> }>({ form, last: Promise.resolve() })
  if (form.Rev > kept.current.form.Rev) kept.current.form = form

  const save = (change: Partial<Pick<ClaimForm, 'Maps' | 'FileId'>>) => {
    setSaving(true)
    const run = kept.current.last.then(() =>
      act(async () => {
        const { FormId, Name, FileId, Carrier, Kind, Rev, Maps } = kept.current.form
        const next = { FormId, Name, FileId, Carrier, Kind, Rev, Maps, ...change }
        kept.current.form = (await theRemote().submit('Claim/SaveForm', next)) as ClaimForm // the call's own answer
      }).then((done) => {
        if (!done) setMaps(kept.current.form.Maps)
      }),
    )
    kept.current.last = run
    void run.finally(() => {
      if (kept.current.last === run) setSaving(false)
    })
    return run
  }
  const change = (m: ClaimMapped) => {
    const next = withMapped(maps, m)
    setMaps(next)
    void save({ Maps: next })
  }
  const fields = file.data?.Fields ?? []
  const field = fields.find((f) => f.Name === chosen)
  const shown = fields.filter((f) => !open || !maps.some((m) => m.Field === f.Name))
  const says = (name: string) => {
    const m = maps.find((x) => x.Field === name)
    if (!m) return ''
    if (!m.From) return fields.some((f) => f.Name === name && f.Type === 'check') ? t`Always checked` : m.Text
    const of = valueName(m.From, words)
    return m.Is ? `${of}: ${words(wordNames[m.Is] ?? m.Is)}` : of
  }
  return (
    <>
      <div className={css.tools}>
        <span className={css.quiet} role="status">
          {saving ? <Trans>Saving…</Trans> : t`${maps.length} of ${fields.length} fields mapped`}
        </span>
        <Checkbox label={t`Only fields without a value`} checked={open} onChange={(e) => setOpen(e.currentTarget.checked)} />
        <span className={css.right}>
          {may && (
            <>
              <Button variant="default" onClick={() => void openForm(forms.form, kept.current.form)}>
                <Trans>Change name or carrier</Trans>
              </Button>
              <UploadForm
                label={<Trans>Replace PDF</Trans>}
                take={async (f) => {
                  const next = fitting(maps, f.Fields)
                  setMaps(next)
                  setChosen(undefined)
                  await save({ FileId: f.FileId, Maps: next })
                }}
              />
              <Preview file={form.FileId} maps={maps} name={form.Name} />
            </>
          )}
        </span>
      </div>
      <Pending called={file} offline={onServer}>
        <div className={css.sides}>
          <ol className={css.fields} aria-label={t`Fields of the form`}>
            {shown.map((f) => (
              <li key={f.Name}>
                <button type="button" aria-pressed={f.Name === chosen} onClick={() => setChosen(f.Name)}>
                  <span>
                    {called(f)}
                    {f.Must && <abbr title={t`Required by the form`}> *</abbr>}
                    <small>
                      {f.Label && f.Label !== f.Name ? `${f.Name} · ` : ''}
                      {words(fieldTypes[f.Type])}
                      {(file.data?.Pages ?? 1) > 1 && ` · ${t`page ${f.Page}`}`}
                    </small>
                  </span>
                  <span data-empty={!says(f.Name) || undefined}>{says(f.Name) || t`Left as it is`}</span>
                </button>
              </li>
            ))}
            {file.data && shown.length === 0 && (
              <li className={css.quiet}>
                <Trans>Every field has a value.</Trans>
              </li>
            )}
          </ol>
          <Part title={msg`Value`}>
            {field ? (
              <FieldPanel
                key={field.Name}
                field={field}
                mapped={maps.find((m) => m.Field === field.Name) ?? blank(field.Name)}
                values={values.data ?? []}
                readOnly={!may}
                change={change}
              />
            ) : (
              <p className={css.quiet}>
                <Trans>Select a field to say what it takes from a claim.</Trans>
              </p>
            )}
          </Part>
        </div>
      </Pending>
    </>
  )
}
