import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ClaimFormValue, ClaimMapped, PdfformField } from '@sync/gen/api'
import { useState } from 'react'
import { Select, Textarea, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from './Form.module.css'
import { asText, called, takes } from './mapping'
import { groups, valueName, wordNames } from './values'

interface Props {
  field: PdfformField
  mapped: ClaimMapped
  values: readonly ClaimFormValue[]
  readOnly: boolean
  change: (m: ClaimMapped) => void
}

/** How names stand in a text; in a message of ours braces would mean something else. */
const sample = ['{bol}', '{claimant}', '{amount}'].join(', ')

const formats: { value: ClaimMapped['Format']; label: string }[] = [
  { value: '', label: 'mm/dd/yyyy' },
  { value: 'mm/dd/yy', label: 'mm/dd/yy' },
  { value: 'dd/mm/yyyy', label: 'dd/mm/yyyy' },
  { value: 'yyyy-mm-dd', label: 'yyyy-mm-dd' },
]

/** What one field takes: a value of the claim, or a text; and how. */
export function FieldPanel({ field: f, mapped: m, values, readOnly, change }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const [typing, setTyping] = useState(!m.From && m.Text !== '')
  const from = values.find((v) => v.Name === m.From)
  const groupNames = [...new Set(values.map((v) => v.Group))]
  const grouped = groupNames.map((g) => ({
    group: words(groups[g] ?? g),
    items: values.filter((v) => v.Group === g && takes(f, v)).map((v) => ({ value: v.Name, label: valueName(v.Name, words) })),
  }))
  const others: { value: string; label: string } = { value: asText, label: f.Type === 'check' ? t`Always checked` : t`A text…` }
  const choose = (v: string | null) => {
    setTyping(v === asText)
    if (v === asText) {
      if (f.Type === 'check') change({ ...m, From: '', Text: 'x', Is: '', Picks: [] })
      else if (m.From) change({ ...m, From: '', Text: `{${m.From}}`, Is: '', Picks: [] }) // goes on from the value that it had
    } else change({ ...m, From: v ?? '', Text: '', Is: '', Format: '', Picks: [] })
  }
  const options = f.Options.map((o) => ({ value: o.Value, label: o.Label || o.Value }))
  const chosen = from ? said(from) : []
  return (
    <div className={css.panel}>
      <p className={css.name}>
        <strong>{called(f)}</strong>
        <small>{f.Name}</small>
      </p>
      {f.Value && f.Value !== 'Off' && (
        <p className={css.quiet}>
          <Trans>The form itself says: {f.Value}</Trans>
        </p>
      )}
      <Select
        label={t`Takes`}
        placeholder={t`Left as it is`}
        searchable
        clearable
        disabled={readOnly}
        data={[{ group: t`Other`, items: [others] }, ...grouped.filter((g) => g.items.length > 0)]}
        value={m.From || (typing ? asText : null)}
        onChange={choose}
        nothingFoundMessage={t`No such value`}
      />
      {typing &&
        !m.From &&
        f.Type !== 'check' &&
        (f.Options.length > 0 ? (
          <Select
            label={t`Option`}
            disabled={readOnly}
            data={options}
            value={m.Text || null}
            onChange={(v) => change({ ...m, Text: v ?? '' })}
          />
        ) : (
          <TextOf
            key={m.Text}
            field={f}
            text={m.Text}
            readOnly={readOnly}
            hint={words(msg`Names in braces stand for the claim's data: ${sample}`)}
            set={(Text) => change({ ...m, Text })}
          />
        ))}
      {f.Type === 'check' && from && from.Kind === 'word' && (
        <Select
          label={t`Checked for`}
          placeholder={t`Any value`}
          clearable
          disabled={readOnly}
          data={from.Words.map((w) => ({ value: w, label: words(wordNames[w] ?? w) }))}
          value={m.Is || null}
          onChange={(v) => change({ ...m, Is: v ?? '' })}
        />
      )}
      {f.Type === 'check' && from && from.Kind !== 'word' && (
        <p className={css.quiet}>
          <Trans>Checked where the claim has it.</Trans>
        </p>
      )}
      {f.Type === 'text' && from?.Kind === 'day' && (
        <Select
          label={t`Date format`}
          allowDeselect={false}
          disabled={readOnly}
          data={formats}
          value={m.Format}
          onChange={(v) => change({ ...m, Format: (v as ClaimMapped['Format'] | null) ?? '' /* one of the options above */ })}
        />
      )}
      {f.Format && (
        <p className={css.quiet}>
          <Trans>The form writes days as {f.Format}.</Trans>
        </p>
      )}
      {chosen.length > 0 &&
        f.Options.length > 0 &&
        chosen.map((word) => (
          <Select
            key={word}
            label={words(wordNames[word] ?? word)}
            placeholder={t`None`}
            clearable
            disabled={readOnly}
            data={options}
            value={m.Picks.find((p) => p.Value === word)?.Option ?? likeIt(word, options)}
            onChange={(v) => {
              const rest = m.Picks.filter((p) => p.Value !== word)
              change({ ...m, Picks: v ? [...rest, { Value: word, Option: v }] : rest })
            }}
          />
        ))}
      {f.Max > 0 && (
        <p className={css.quiet}>
          <Trans>Up to {f.Max} characters.</Trans>
        </p>
      )}
    </div>
  )
}

/** What a value may say, where it is one of a few. */
const said = (v: ClaimFormValue): string[] =>
  v.Kind === 'word' ? v.Words : v.Kind === 'flag' ? ['yes'] : v.Name === 'currency' ? ['USD', 'CAD', 'MXN'] : []

/** The option that is called as the value is: the server takes it where nothing was picked. */
const likeIt = (word: string, options: { value: string; label: string }[]) =>
  options.find((o) => o.value.toLowerCase() === word.toLowerCase() || o.label.toLowerCase() === word.toLowerCase())?.value ?? null

/** A text, saved when it is left. */
function TextOf({
  field,
  text,
  hint,
  readOnly,
  set,
}: {
  field: PdfformField
  text: string
  hint: string
  readOnly: boolean
  set: (text: string) => void
}) {
  const { t } = useLingui()
  const [now, setNow] = useState(text)
  const props = {
    label: t`Text`,
    description: hint,
    maxLength: 400,
    disabled: readOnly,
    value: now,
    onChange: (e: { currentTarget: { value: string } }) => setNow(e.currentTarget.value),
    onBlur: () => {
      if (now.trim() !== text) set(now.trim())
    },
  }
  return field.Lines ? <Textarea autosize minRows={3} {...props} /> : <TextInput {...props} />
}
