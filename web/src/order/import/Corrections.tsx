import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FileMapping, OrderImport } from '@sync/gen/api'
import { useState } from 'react'
import { Button, Checkbox, Select, TextInput } from '@/kit/ui'
import { corrected, type Drafts } from './fields'
import css from './Import.module.css'

/** Find and replace in the file's cells, and what was put right so far. The file itself stays as it was sent. */
export function Corrections({
  im,
  busy,
  drafts,
  onRead,
}: {
  im: OrderImport
  busy: boolean
  drafts: Drafts
  onRead: (m: FileMapping) => void
}) {
  const { t } = useLingui()
  const [find, setFind] = useState('')
  const [put, setPut] = useState('')
  const [column, setColumn] = useState('0')
  const [whole, setWhole] = useState(false)
  const waiting = Object.keys(drafts).length
  const edits = im.Mapping.edits?.length ?? 0
  const replaced = im.Counts.notes?.replaced ?? 0
  const made = edits + (im.Mapping.replaces?.length ?? 0)
  const columns = im.Sheet.headers.flatMap((h, n) => (h ? [{ value: String(n + 1), label: h }] : []))
  return (
    <form
      className={css.corrections}
      aria-label={t`Find and replace`}
      onSubmit={(e) => {
        e.preventDefault()
        const next = corrected(im.Mapping, drafts)
        if (find) next.replaces = [...(next.replaces ?? []), { column: Number(column), find, with: put, whole }]
        onRead(next)
      }}
    >
      <TextInput label={t`Find`} value={find} maxLength={200} onChange={(e) => setFind(e.currentTarget.value)} />
      <TextInput label={t`Replace with`} value={put} maxLength={200} onChange={(e) => setPut(e.currentTarget.value)} />
      <Select
        label={t`In column`}
        data={[{ value: '0', label: t`All columns` }, ...columns]}
        value={column}
        allowDeselect={false}
        searchable
        onChange={(v) => setColumn(v ?? '0')}
      />
      <Checkbox label={t`Whole cell only`} checked={whole} onChange={(e) => setWhole(e.currentTarget.checked)} />
      <Button type="submit" variant="default" loading={busy} disabled={!find && waiting === 0}>
        {waiting > 0 && !find ? <Plural value={waiting} one="Apply # correction" other="Apply # corrections" /> : <Trans>Replace</Trans>}
      </Button>
      {made > 0 && (
        <p role="status">
          <Plural value={edits} one="# cell corrected" other="# cells corrected" />,{' '}
          <Plural value={replaced} one="# cell replaced" other="# cells replaced" />.{' '}
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={busy}
            onClick={() => {
              const { edits: _, replaces: __, ...rest } = im.Mapping
              onRead(rest)
            }}
          >
            <Trans>Read the file as it was sent</Trans>
          </Button>
        </p>
      )}
    </form>
  )
}
