import { msg } from '@lingui/core/macro'
import type { AnalyticsCustom, AnalyticsCustomReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choice, oneOf } from '@/kit/form/inputs'
import type { Words } from '@/kit/words/words'
import type { Subject } from '../reports/search'
import { periods, subjects } from '../reports/subjects'
import { isBare } from '../views/columns'
import { type Rows, RowsInput } from './RowsInput'

export const groupings: Record<AnalyticsCustom['GroupBy'], Words> = {
  day: msg`Day`,
  week: msg`Week`,
  month: msg`Month`,
  carrier: msg`Carrier`,
  warehouse: msg`Warehouse`,
  mode: msg`Mode`,
  state: msg`Status`,
  consignee: msg`Consignee`,
  toState: msg`State of the consignee`,
}

/** What is typed: a report, with its rows as one. */
interface TypedCustom extends Omit<AnalyticsCustomReq, 'Report' | 'Filters'> {
  Rows: Rows
}

/** A report that the user puts together. */
export const customForm = (allowed: readonly Subject[]) =>
  defineForm<TypedCustom, AnalyticsCustom>('CustomReports/Save', {
    title: msg`Custom report`,
    wide: true,
    fields: {
      ReportName: { label: msg`Name`, required: true, row: 1 },
      Period: { label: msg`Period`, input: oneOf(periods), required: true, row: 1 },
      GroupBy: { label: msg`Group by`, input: oneOf(groupings), required: true, row: 2 },
      ThenBy: {
        label: msg`Then by`,
        input: choice(Object.entries(groupings).map(([value, label]) => ({ value: value as AnalyticsCustom['GroupBy'], label }))), // its keys are the groupings
        check: (v, all) => (v && v === all.GroupBy ? msg`Group by two different things.` : undefined),
        row: 2,
      },
      Rows: {
        label: msg`Rows`,
        input: RowsInput,
        check: (r) => (r?.Filters.some((c) => !isBare(c.Is) && !c.Value) ? msg`Enter a value for each filter.` : undefined),
      },
    },
    ofWire: (field) => (/^(Report$|Filters)/.test(field) ? `Rows.${field}` : field),
    toRequest: ({ Rows, ...r }) => ({
      ReportId: r.ReportId ?? '',
      Rev: r.Rev ?? 0,
      ReportName: r.ReportName,
      Period: r.Period,
      GroupBy: r.GroupBy,
      ThenBy: r.ThenBy ?? '',
      Report: Rows?.Report ?? allowed[0] ?? 'shipments',
      Filters: Rows?.Filters ?? [],
    }),
    subject: (r) => r.ReportId ?? '',
  })

export const subjectWords = (subject: Subject): Words => subjects[subject].label
