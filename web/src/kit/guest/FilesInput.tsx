import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { bytes } from '@/kit/format/measure'
import css from './Field.module.css'
import type { Held } from './heldFiles'

const mostFiles = 10
const largest = 10_000_000

/** Files that go with what a guest sends: chosen on the device, or taken with its camera. */
export function FilesInput({ files, onChange }: { files: readonly Held[]; onChange: (files: Held[]) => void }) {
  const { t, i18n } = useLingui()
  const [bad, setBad] = useState('')
  const add = (list: FileList | null) => {
    setBad('')
    const more: Held[] = []
    for (const f of list ?? []) {
      if (f.size > largest) setBad(t`${f.name} is larger than 10 MB.`)
      else if (files.length + more.length >= mostFiles) setBad(t`At most ${mostFiles} files.`)
      else more.push({ key: crypto.randomUUID(), name: f.name, type: f.type, size: f.size, content: f })
    }
    if (more.length > 0) onChange([...files, ...more])
  }
  return (
    <div className={css.files}>
      <label>
        <Trans>Attach files</Trans>
        <small>
          <Trans>PDF, pictures, Word, Excel, CSV or text, up to 10 MB each</Trans>
        </small>
        <span className={css.choose} aria-hidden="true">
          <Trans>Choose files</Trans>
        </span>
        <input
          type="file"
          multiple
          accept=".pdf,.png,.jpg,.jpeg,.csv,.txt,.xls,.xlsx,.doc,.docx"
          onChange={(e) => {
            add(e.currentTarget.files)
            e.currentTarget.value = ''
          }}
        />
      </label>
      <ul>
        {files.map((f) => (
          <li key={f.key}>
            <span>
              {f.name} <small>{bytes(f.size, i18n.locale)}</small>
            </span>
            <button type="button" aria-label={t`Remove ${f.name}`} onClick={() => onChange(files.filter((x) => x.key !== f.key))}>
              ✕
            </button>
          </li>
        ))}
      </ul>
      {bad && (
        <p role="alert" className={css.bad}>
          {bad}
        </p>
      )}
    </div>
  )
}
