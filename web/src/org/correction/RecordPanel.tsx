import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { OrgHeader, RecordEntry, RecordField } from '@sync/gen/api'
import { CallError } from '@sync/wire'
import { type FormEvent, useId, useState } from 'react'
import { Trouble } from '@/kit/feedback/Trouble'
import { Identifier } from '@/kit/format/Formats'
import { useRefusal } from '@/kit/remote/refusal'
import { toasts } from '@/kit/toast/toast'
import { Button, Checkbox, Modal, Select, Switch, TextInput } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import css from './Data.module.css'
import { useFieldWords } from './fieldWords'
import { HistoryPart } from './HistoryPart'
import { RegenerateForm } from './RegenerateForm'

const kinds: Record<string, Words> = { shipment: msg`Shipment`, order: msg`Order`, purchase: msg`Purchase order` }

/** A record with all its fields. What is typed is sent as one correction, with its reason; of two who correct one record the second sees both versions. */
export function RecordPanel({
  record: r,
  headers,
  readOnly,
  again,
}: {
  record: RecordEntry
  headers: readonly OrgHeader[]
  readOnly: boolean
  again: () => void
}) {
  const { t } = useLingui()
  const words = useWords()
  const heading = useId()
  const refusal = useRefusal()
  const named = useFieldWords(headers)
  const [base, setBase] = useState(r)
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [trouble, setTrouble] = useState('')
  const [reason, setReason] = useState('')
  const [saving, setSaving] = useState(false)
  const [sought, setSought] = useState('')
  const [empty, setEmpty] = useState(false)
  const [open, setOpen] = useState<'history' | 'documents'>()
  const changed = Object.entries(typed).filter(([path, v]) => v !== (base.Fields.find((f) => f.Field === path)?.Value ?? ''))
  if (r.Seen !== base.Seen && changed.length === 0) setBase(r)
  const newer = r.Seen !== base.Seen && changed.length > 0 ? r : undefined

  const shown = (f: RecordField) => {
    const text = `${named.group(f.Field)} ${named.label(f.Field)} ${f.Value}`.toLowerCase()
    return (f.Value !== '' || empty || f.Field in typed || f.Field in wrong) && text.includes(sought.trim().toLowerCase())
  }
  const groups = new Map<string, RecordField[]>()
  for (const f of base.Fields) if (shown(f)) groups.set(named.group(f.Field), [...(groups.get(named.group(f.Field)) ?? []), f])

  /** Goes on from a version of the record, with what is typed over it. */
  const from = (version: RecordEntry, over: Record<string, string>) => {
    setBase(version)
    setTyped(over)
    setWrong({})
    setTrouble('')
  }
  const save = async (e: FormEvent) => {
    e.preventDefault()
    setSaving(true)
    setTrouble('')
    setWrong({})
    try {
      const got = await call('DataAdmin/SaveAllDataFields', {
        Kind: r.Kind === 'order' ? 'order' : 'shipment',
        Id: r.Id,
        Seen: base.Seen,
        Reason: reason.trim(),
        Fields: changed.map(([Field, Value]) => ({ Field, Value })),
      })
      setBase(got.Record)
      setTyped({})
      setReason('')
      toasts.good(msg`Corrected`)
    } catch (err) {
      if (err instanceof CallError) setWrong(Object.fromEntries(err.errors.map((x) => [x.field, refusal.field(x)])))
      setTrouble(refusal.whole(err))
      again()
    }
    setSaving(false)
  }
  return (
    <section className={css.record} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>
          {words(kinds[r.Kind] ?? r.Kind)} <Identifier id={base.Number} />
        </h2>
        <span className={css.quiet}>{base.Warehouse}</span>
        {!readOnly && (
          <div className={css.acts}>
            <Button variant="default" size="xs" onClick={() => setOpen('history')}>
              <Trans>History</Trans>
            </Button>
            {r.Kind === 'shipment' && (
              <Button variant="default" size="xs" onClick={() => setOpen('documents')}>
                <Trans>Regenerate documents</Trans>
              </Button>
            )}
          </div>
        )}
      </header>
      <div className={css.tools}>
        <TextInput
          aria-label={t`Find a field of ${base.Number}`}
          placeholder={t`Find a field`}
          value={sought}
          onChange={(e) => setSought(e.currentTarget.value)}
        />
        <Switch label={t`Show empty fields`} checked={empty} onChange={(e) => setEmpty(e.currentTarget.checked)} />
      </div>
      <form onSubmit={(e) => void save(e)}>
        {[...groups].map(([group, fields]) => (
          <fieldset key={group} className={css.group}>
            <legend>{group}</legend>
            {fields.map((f) => (
              <Input
                key={f.Field}
                field={f}
                label={named.label(f.Field)}
                readOnly={readOnly}
                value={typed[f.Field] ?? f.Value}
                changed={f.Field in typed && typed[f.Field] !== f.Value}
                error={wrong[f.Field]}
                onChange={(v) => setTyped({ ...typed, [f.Field]: v })}
              />
            ))}
          </fieldset>
        ))}
        {groups.size === 0 && (
          <p className={css.quiet}>
            <Trans>No field matches.</Trans>
          </p>
        )}
        {newer && (
          <div role="alert" className={css.both}>
            <p>
              <Trans>This record was changed meanwhile. Both versions:</Trans>
            </p>
            <ul>
              {newer.Fields.filter((f) => f.Value !== (base.Fields.find((b) => b.Field === f.Field)?.Value ?? '') || f.Field in typed).map(
                (f) => (
                  <li key={f.Field}>
                    {named.group(f.Field)}, {named.label(f.Field)}:{' '}
                    <Trans>
                      now “{f.Value}”, yours “{typed[f.Field] ?? base.Fields.find((b) => b.Field === f.Field)?.Value ?? ''}”
                    </Trans>
                  </li>
                ),
              )}
            </ul>
            <Button variant="default" size="xs" onClick={() => from(newer, typed)}>
              <Trans>Continue from the current version</Trans>
            </Button>{' '}
            <Button variant="subtle" size="xs" onClick={() => from(newer, {})}>
              <Trans>Discard mine</Trans>
            </Button>
          </div>
        )}
        {!readOnly && (
          <div className={css.save}>
            <TextInput label={t`Reason`} withAsterisk maxLength={400} value={reason} onChange={(e) => setReason(e.currentTarget.value)} />
            <Button type="submit" loading={saving} disabled={changed.length === 0 || reason.trim().length < 2 || newer !== undefined}>
              <Trans>Save corrections</Trans>
            </Button>
            {changed.length > 0 && (
              <Button variant="subtle" onClick={() => from(base, {})}>
                <Trans>Discard</Trans>
              </Button>
            )}
          </div>
        )}
        <Trouble>{trouble}</Trouble>
      </form>
      <Modal
        opened={open === 'history'}
        onClose={() => setOpen(undefined)}
        size="xl"
        title={t`History of ${base.Number}`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <HistoryPart record={base} headers={headers} undone={again} />
      </Modal>
      <Modal
        opened={open === 'documents'}
        onClose={() => setOpen(undefined)}
        title={t`Regenerate documents`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <RegenerateForm shipment={base.Id} />
      </Modal>
    </section>
  )
}

interface InputProps {
  field: RecordField
  label: string
  value: string
  readOnly: boolean
  changed: boolean
  error: string | undefined
  onChange: (value: string) => void
}

/** The one choice that records have: who pays the freight. */
const terms: Record<string, Words> = { P: msg`Prepaid`, C: msg`Collect`, T: msg`Third party` }

function Input({ field: f, label, value, readOnly, changed, error, onChange }: InputProps) {
  const { t } = useLingui()
  const words = useWords()
  const was = changed ? (f.Value ? t`was ${f.Value}` : t`was empty`) : undefined
  const common = { label, error, description: was, 'data-changed': changed || undefined }
  if (f.Kind === 'flag')
    return (
      <Checkbox
        {...common}
        disabled={readOnly}
        checked={value === 'true'}
        onChange={(e) => onChange(e.currentTarget.checked ? 'true' : '')}
      />
    )
  if (f.Kind === 'choice')
    return (
      <Select
        {...common}
        readOnly={readOnly}
        data={(f.Choices ?? []).map((c) => ({ value: c, label: words(terms[c] ?? c) }))}
        value={value || null}
        onChange={(v) => onChange(v ?? '')}
        comboboxProps={{ withinPortal: true }}
      />
    )
  return (
    <TextInput
      {...common}
      readOnly={readOnly}
      type={f.Kind === 'day' ? 'date' : 'text'}
      inputMode={f.Kind === 'number' ? 'numeric' : undefined}
      maxLength={1000}
      value={value}
      onChange={(e) => onChange(e.currentTarget.value)}
    />
  )
}
