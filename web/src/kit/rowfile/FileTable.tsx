import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RowfileReading, RowfileRow, RowfileTable } from '@sync/gen/api'
import { useState } from 'react'
import { labelOf } from '../form/labels'
import { Scrolls } from '../panel/Scrolls'
import { useRefusal } from '../remote/refusal'
import { type Hue, StatusBadge } from '../status/StatusBadge'
import { Button, Select, TextInput } from '../ui'
import { useWords, type Words } from '../words/words'
import css from './RowFile.module.css'
import { assign, cellKey, confirm, type Drafts, default_, meaning, type RowFile } from './rowFile'

const states: Record<RowfileRow['state'], { hue: Hue; label: Words }> = {
  new: { hue: 'good', label: msg`new` },
  changed: { hue: 'good', label: msg`changed` },
  same: { hue: 'quiet', label: msg`already here` },
  kept: { hue: 'quiet', label: msg`already here` },
  passed: { hue: 'waiting', label: msg`passed over` },
  bad: { hue: 'attention', label: msg`to check` },
}

interface Props {
  of: RowFile
  table: RowfileTable
  busy: boolean
  drafts: Drafts
  onDraft: (key: string, value: string) => void
  onRead: (r: RowfileReading) => void
}

/** The file's own table with our reading over it: what each column is, what becomes of each row, and what is wrong in which cell. */
export function FileTable({ of, table, busy, drafts, onDraft, onRead }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const nameOf = (field: string) => words(of.fields[field] ?? labelOf(field))
  const options = table.fields.map((value) => ({ value, label: nameOf(value) }))
  const r = table.reading
  const ask = !table.saved
  return (
    <>
      {ask && <Questions of={table} nameOf={nameOf} busy={busy} onRead={onRead} />}
      {ask && <Replacing of={table} busy={busy} onRead={onRead} />}
      <Scrolls className={css.scroll} label={t`Rows of the file`}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Row</Trans>
              </th>
              {table.headers.map((head, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and two may have one title
                <th key={n} scope="col" data-off={!r.columns[n] || undefined}>
                  <span className={css.head}>{head || t`no title`}</span>
                  {ask ? (
                    <Select
                      size="xs"
                      aria-label={t`${head} imported as`}
                      placeholder={t`not imported`}
                      data={options}
                      searchable
                      clearable
                      disabled={busy}
                      value={r.columns[n] || null}
                      onChange={(v) => onRead(assign(r, n, v ?? ''))}
                    />
                  ) : (
                    r.columns[n] && <small>{nameOf(r.columns[n])}</small>
                  )}
                  {ask && table.unsure.includes(n) && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      disabled={busy}
                      aria-label={t`${head} is correct`}
                      onClick={() => onRead(confirm(r, n))}
                    >
                      <Trans>Correct</Trans>
                    </Button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <Line
                key={row.row}
                of={row}
                heads={table.headers}
                ask={ask}
                nameOf={nameOf}
                drafts={drafts}
                onDraft={onDraft}
                apply={() => onRead(r)}
              />
            ))}
          </tbody>
        </table>
      </Scrolls>
      {table.rows.length < table.counts.rows && (
        <p>
          <Trans>
            The first {table.rows.length} of {table.counts.rows} rows are shown, those to check before the others.
          </Trans>
        </p>
      )}
    </>
  )
}

interface LineProps {
  of: RowfileRow
  heads: string[]
  ask: boolean
  nameOf: (field: string) => string
  drafts: Drafts
  onDraft: (key: string, value: string) => void
  apply: () => void
}

function Line({ of: row, heads, ask, nameOf, drafts, onDraft, apply }: LineProps) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const said = (e: RowfileRow['errors'][number]) => refusal.ofCode(e.code, { ...e.params, header: e.header || nameOf(e.field) }) ?? e.code
  const loose = row.errors.filter((e) => e.column === 0)
  return (
    <tr data-state={row.state}>
      <th scope="row">
        {row.row} <StatusBadge {...states[row.state]} />
        {row.state === 'passed' && (
          <small className={css.why}>{row.stands ? <Trans>{row.stands} stands for it</Trans> : <Trans>It was deleted.</Trans>}</small>
        )}
        {loose.map((e) => (
          <small key={e.field + e.code} className={css.why}>
            {nameOf(e.field)}: {said(e)}
          </small>
        ))}
      </th>
      {row.cells.map((text, n) => {
        const wrong = row.errors.filter((e) => e.column === n + 1)
        const key = cellKey(row.row, n + 1)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
          <td key={n} data-bad={wrong.length > 0 || undefined}>
            {wrong.length > 0 && ask ? (
              <TextInput
                size="xs"
                aria-label={t`Row ${row.row}, ${heads[n] ?? ''}, corrected`}
                value={drafts[key] ?? text}
                onChange={(e) => onDraft(key, e.currentTarget.value)}
                onKeyDown={(e) => {
                  if (e.key !== 'Enter' || Object.keys(drafts).length === 0) return
                  e.preventDefault()
                  apply()
                }}
              />
            ) : (
              text
            )}
            {wrong.map((e) => (
              <small key={e.field + e.code} className={css.why}>
                {said(e)}
              </small>
            ))}
          </td>
        )
      })}
    </tr>
  )
}

interface AskProps {
  of: RowfileTable
  busy: boolean
  onRead: (r: RowfileReading) => void
}

/** What the file does not say, and the words in it that nobody knows: asked once, and remembered. */
function Questions({ of, nameOf, busy, onRead }: AskProps & { nameOf: (field: string) => string }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const r = of.reading
  const choicesOf = (field: string) => of.choices[field]?.filter((c, n, all) => all.findIndex((o) => o.value === c.value) === n)
  if (of.missing.length + of.words.length + of.unsure.length === 0) return null
  return (
    <section className={css.questions} aria-label={t`Questions`}>
      {of.unsure.length > 0 && (
        <p role="status">
          <Plural value={of.unsure.length} one="Confirm # column that is not certain." other="Confirm # columns that are not certain." />
        </p>
      )}
      {of.missing.map((field) => {
        const name = nameOf(field)
        const choices = choicesOf(field)
        return choices ? (
          <Select
            key={field}
            label={t`${name}: no column found. One value for all rows`}
            data={choices}
            searchable
            disabled={busy}
            value={r.defaults[field] ?? null}
            onChange={(v) => onRead(default_(r, field, v ?? ''))}
          />
        ) : (
          <TextInput
            key={field}
            label={t`${name}: no column found. One value for all rows`}
            maxLength={200}
            disabled={busy}
            value={typed[field] ?? r.defaults[field] ?? ''}
            onChange={(e) => setTyped({ ...typed, [field]: e.currentTarget.value })}
            onBlur={(e) => e.currentTarget.value.trim() && onRead(default_(r, field, e.currentTarget.value.trim()))}
          />
        )
      })}
      {of.words.map(({ field, word, lines }) => {
        const name = nameOf(field)
        return (
          <Select
            key={`${field} ${word}`}
            label={t`${name}: what is “${word}”?`}
            description={<Plural value={lines} one="In # row" other="In # rows" />}
            data={choicesOf(field) ?? []}
            searchable
            disabled={busy}
            value={null}
            onChange={(v) => v && onRead(meaning(r, field, word, v))}
          />
        )
      })}
    </section>
  )
}

/** Find and replace in the file's cells. The file itself stays as it was sent. */
function Replacing({ of, busy, onRead }: AskProps) {
  const { t } = useLingui()
  const [find, setFind] = useState('')
  const [put, setPut] = useState('')
  const r = of.reading
  const made = r.edits.length + r.replaces.length
  return (
    <form
      className={css.replace}
      aria-label={t`Find and replace`}
      onSubmit={(e) => {
        e.preventDefault()
        if (!find) return
        onRead({ ...r, replaces: [...r.replaces, { column: 0, find, with: put }] })
        setFind('')
        setPut('')
      }}
    >
      <TextInput size="xs" label={t`Find`} maxLength={200} value={find} onChange={(e) => setFind(e.currentTarget.value)} />
      <TextInput size="xs" label={t`Replace with`} maxLength={200} value={put} onChange={(e) => setPut(e.currentTarget.value)} />
      <Button size="xs" type="submit" variant="default" disabled={!find || busy}>
        <Trans>Replace</Trans>
      </Button>
      {made > 0 && (
        <Button size="xs" variant="subtle" disabled={busy} onClick={() => onRead({ ...r, edits: [], replaces: [] })}>
          <Trans>Read the file as it was sent</Trans>
        </Button>
      )}
    </form>
  )
}
