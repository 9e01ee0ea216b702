import { Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { FileMapping, OrderImport } from '@sync/gen/api'
import { useLiveQuery } from 'dexie-react-hooks'
import { Select } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { termsWords } from '@/shipment/public'
import { fieldWords, packageWords } from './fields'
import css from './Import.module.css'

/** The file's own words that are not known, each asked once: what is said here is remembered for the customer's next file. */
export function WordsAsked({
  im,
  mapping,
  onChange,
}: {
  im: OrderImport
  mapping: FileMapping
  onChange: (words: NonNullable<FileMapping['words']>) => void
}) {
  const { t } = useLingui()
  const words = useWords()
  const sites = useLiveQuery(() => local().warehouse_site.toArray())
  const asked = im.Counts.notes?.words ?? []
  if (asked.length === 0) return null
  const choices = (field: string) => {
    if (field === 'warehouse') return (sites ?? []).map((s) => ({ value: s.id, label: `${s.id} · ${s.name}` }))
    if (field === 'terms') return Object.entries(termsWords).map(([value, label]) => ({ value, label: words(label) }))
    return Object.entries(packageWords).map(([value, label]) => ({ value, label: `${words(label)} (${value})` }))
  }
  return (
    <fieldset className={css.settings}>
      <legend>
        <Trans>Words of this file that are not known</Trans>
      </legend>
      {asked.map(({ field, word }) => (
        <Select
          key={`${field} ${word}`}
          label={`${words(fieldWords[im.Kind][field])}: ${word}`}
          placeholder={t`Choose what it means`}
          searchable
          clearable
          data={choices(field)}
          value={mapping.words?.[field]?.[word] ?? null}
          onChange={(v) => onChange({ ...mapping.words, [field]: { ...mapping.words?.[field], [word]: v ?? '' } })}
        />
      ))}
    </fieldset>
  )
}
