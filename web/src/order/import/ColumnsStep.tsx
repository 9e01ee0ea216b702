import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { FileMapping, OrderImport } from '@sync/gen/api'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { type Hue, StatusBadge } from '@/kit/status/StatusBadge'
import { Button, Group, Select, TextInput } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import { assign, columnsOf, confirm, type Field, fieldWords, missingIn, unitOpen, unsureIn, weightOpen } from './fields'
import css from './Import.module.css'
import { WordsAsked } from './WordsAsked'

const sureness = (percent: number): { hue: Hue; label: Words } =>
  percent >= 90
    ? { hue: 'good', label: msg`sure` }
    : percent >= 70
      ? { hue: 'waiting', label: msg`likely` }
      : { hue: 'attention', label: msg`unsure` }

/** Which column is what: the proposal with how sure it is, and samples to judge it by. */
export function ColumnsStep({ im, busy, onRead }: { im: OrderImport; busy: boolean; onRead: (m: FileMapping) => void }) {
  const { t } = useLingui()
  const words = useWords()
  const [mapping, setMapping] = useState(im.Mapping)
  const sites = useLiveQuery(() => local().warehouse_site.toArray())
  const { headers, sample, confidence, mapping: proposed } = im.Sheet
  const names = fieldWords[im.Kind]
  const missing = missingIn(mapping, im.Kind)
  const unsure = unsureIn(im.Sheet, mapping)
  const asksWeight = weightOpen(im.Counts, mapping)
  const unit = unitOpen(im.Counts, mapping)
  const options = columnsOf(im.Kind).map((value) => ({ value, label: words(names[value]) }))
  const change = (part: Partial<FileMapping>) => setMapping((m) => ({ ...m, ...part }))
  const setDefault = (field: Field, value: string | null) => {
    const { [field]: _, ...rest } = mapping.defaults ?? {}
    change({ defaults: value ? { ...rest, [field]: value } : rest })
  }
  return (
    <form
      className={css.columns}
      onSubmit={(e) => {
        e.preventDefault()
        onRead(mapping)
      }}
    >
      {missing.length > 0 && (
        <p className={css.missing} role="status">
          <Trans>An order also needs:</Trans> <strong>{missing.map((f) => words(names[f])).join(', ')}</strong>
        </p>
      )}
      {unsure.length > 0 && (
        <p className={css.missing} role="status">
          <Plural value={unsure.length} one="Confirm # column that is not certain." other="Confirm # columns that are not certain." />
        </p>
      )}
      <div className={css.settings}>
        <Select
          label={t`Weight is the weight of`}
          data={[
            { value: '', label: t`Find out` },
            { value: 'line', label: t`The line` },
            { value: 'piece', label: t`Each piece` },
            { value: 'order', label: t`The whole order` },
          ]}
          allowDeselect={false}
          error={asksWeight ? t`The file does not say. Choose one.` : undefined}
          value={mapping.weightOf ?? ''}
          onChange={(v) =>
            setMapping(({ weightOf: _, ...m }) => (v === 'line' || v === 'piece' || v === 'order' ? { ...m, weightOf: v } : m))
          }
        />
        <Select
          label={t`Order of day and month`}
          data={[
            { value: '', label: t`Detect` },
            { value: 'mdy', label: t`Month first, 11/25/2026` },
            { value: 'dmy', label: t`Day first, 25.11.2026` },
          ]}
          allowDeselect={false}
          value={mapping.dateOrder}
          onChange={(v) => change({ dateOrder: v ?? '' })}
        />
        <Select
          label={t`Decimal sign`}
          data={[
            { value: '', label: t`Detect` },
            { value: '.', label: t`Period, 1,250.5` },
            { value: ',', label: t`Comma, 1.250,5` },
          ]}
          allowDeselect={false}
          value={mapping.decimal}
          onChange={(v) => change({ decimal: v ?? '' })}
        />
        <Select
          label={t`Weight in`}
          data={['lb', 'kg', 'mt']}
          value={mapping.weightUnit || (unit ? null : 'lb')}
          placeholder={unit ? t`Choose one` : undefined}
          allowDeselect={false}
          error={unit ? t`The file does not say. Choose one.` : undefined}
          onChange={(v) => change({ weightUnit: v ?? 'lb' })}
        />
        <Select
          label={t`Dimensions in`}
          data={['in', 'cm', 'ft', 'm']}
          value={mapping.dimUnit || 'in'}
          allowDeselect={false}
          onChange={(v) => change({ dimUnit: v ?? 'in' })}
        />
        <Select
          label={t`Warehouse, if the file does not say`}
          clearable
          searchable
          data={(sites ?? []).map((s) => ({ value: s.id, label: `${s.id} · ${s.name}` }))}
          value={mapping.defaults?.warehouse ?? null}
          onChange={(v) => setDefault('warehouse', v)}
        />
        <TextInput
          type="date"
          label={im.Kind === 'purchase' ? t`Ready date, if the file does not say` : t`Ship date, if the file does not say`}
          value={mapping.defaults?.shipOn ?? ''}
          onChange={(e) => setDefault('shipOn', e.currentTarget.value)}
        />
      </div>
      <WordsAsked im={im} mapping={mapping} onChange={(words) => change({ words })} />
      <div className={css.scroll}>
        <table className={css.map}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Column of the file</Trans>
              </th>
              <th scope="col">
                <Trans>First values</Trans>
              </th>
              <th scope="col">
                <Trans>Imported as</Trans>
              </th>
              <th scope="col">
                <Trans>Confidence</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {headers.map((header, n) => {
              const field = mapping.columns[n] as Field | '' | undefined // "" is a column that is not taken over
              const own = field && field !== proposed.columns[n]
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and two may have one title
                <tr key={n} data-off={!field || undefined}>
                  <th scope="row">{header || <em>{t`no title`}</em>}</th>
                  <td className={css.sample}>
                    {sample
                      .slice(0, 3)
                      .map((row) => row[n])
                      .filter(Boolean)
                      .join(' · ')}
                  </td>
                  <td>
                    <Select
                      aria-label={t`${header} imported as`}
                      placeholder={t`not imported`}
                      data={options}
                      searchable
                      clearable
                      value={field || null}
                      onChange={(v) => setMapping((m) => assign(m, n, (v ?? '') as Field | '')) /* one of the options above */}
                    />
                  </td>
                  <td>
                    {own ? (
                      <StatusBadge hue="good" label={msg`your choice`} />
                    ) : unsure.includes(n) ? (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={t`${header} is correct`}
                        onClick={() => setMapping((m) => confirm(m, n))}
                      >
                        <Trans>Correct</Trans>
                      </Button>
                    ) : (
                      field && <StatusBadge {...sureness(confidence[n] ?? 0)} />
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <Group justify="flex-end" className={css.foot}>
        <Button type="submit" loading={busy} disabled={missing.length > 0 || unsure.length > 0}>
          <Trans>Read the file with these columns</Trans>
        </Button>
      </Group>
    </form>
  )
}
