import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReportFilter } from '@sync/gen/api'
import { useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import { PlainButton, PlainSelect } from '@/kit/plain/Plain'
import { useCall } from '@/kit/remote/useCall'
import { statuses } from '@/kit/status/statuses'
import { useWords, type Words } from '@/kit/words/words'
import css from './Tower.module.css'
import type { Side } from './tiles'

/** What loads can be narrowed by; a filter that the server adds shows under its own name. */
const filterNames: Record<string, Words> = {
  warehouse: msg`Warehouse`,
  carrier: msg`Carrier`,
  mode: msg`Mode`,
  status: msg`Status`,
  shipper: msg`Shipper`,
  consignee: msg`Consignee`,
  state: msg`State`,
}

interface NarrowProps {
  type: Side | undefined
  warehouse: string
  /** The ship dates from one to another, where a saved view has some. */
  span: { from: string; to: string } | undefined
  onSpan: (span: undefined) => void
  filters: readonly ReportFilter[]
  onFilters: (filters: ReportFilter[]) => void
}

/** The filters of the dashboard: those that are set, and one to add. */
export function Narrow({ type, warehouse, span, onSpan, filters, onFilters }: NarrowProps) {
  const { t } = useLingui()
  const words = useWords()
  const [adding, setAdding] = useState('')
  const options = useCall('Dashboard/LoadAddFilterOptions', { AddFilterList: [...filters] }).data ?? []
  const values = useCall(
    'Dashboard/LoadFilterData',
    {
      QueryName: adding,
      Warehouse: warehouse,
      AddFilterList: [...filters],
      ...(type ? { Type: type } : {}),
      ...(span ? { StartDate: span.from, EndDate: span.to } : {}),
    },
    { enabled: adding !== '' },
  ).data
  const locale = useLocale()
  const named = (name: string) => words(filterNames[name] ?? name)
  const said = (name: string, value: string) => {
    const status = name === 'status' ? statuses[value as keyof typeof statuses] : undefined // a code that is none has no words
    return status ? words(status.label) : value || t`None`
  }
  const label = span && `${day(span.from, locale)} – ${day(span.to, locale)}`
  return (
    <>
      {label && (
        <PlainButton className={css.filter ?? ''} aria-label={t`Remove filter ${label}`} onClick={() => onSpan(undefined)}>
          <Trans>Ship date</Trans>: {label} ×
        </PlainButton>
      )}
      {filters.map((f) => {
        const label = named(f.Name)
        return (
          <PlainButton
            key={f.Name}
            className={css.filter ?? ''}
            aria-label={t`Remove filter ${label}`}
            onClick={() => onFilters(filters.filter((x) => x !== f))}
          >
            {label}: {f.Values.map((v) => said(f.Name, v)).join(', ')} ×
          </PlainButton>
        )
      })}
      {options.length > 0 && (
        <PlainSelect aria-label={t`Add filter`} value={adding} onChange={(e) => setAdding(e.currentTarget.value)}>
          <option value="">{t`Add filter`}</option>
          {options.map((name) => (
            <option key={name} value={name}>
              {named(name)}
            </option>
          ))}
        </PlainSelect>
      )}
      {adding && (
        <PlainSelect
          aria-label={named(adding)}
          value=""
          disabled={!values}
          onChange={(e) => {
            const i = e.currentTarget.selectedIndex - 1
            const picked = values?.[i]
            if (!picked) return
            onFilters([...filters, { Name: adding, Values: [picked.Value] }])
            setAdding('')
          }}
        >
          <option value="">{values?.length === 0 ? t`Nothing to choose` : t`Choose…`}</option>
          {values?.map((v) => (
            <option key={v.Value} value={v.Value || '-'}>
              {said(adding, v.Value)} ({count(v.N, locale)})
            </option>
          ))}
        </PlainSelect>
      )}
      {filters.length > 0 && (
        <PlainButton onClick={() => onFilters([])}>
          <Trans>Clear filters</Trans>
        </PlainButton>
      )}
    </>
  )
}
