import { msg } from '@lingui/core/macro'
import type { AnalyticsScheduled, AnalyticsSendReq, AnalyticsUpdateOrDeleteReq } from '@sync/gen/api'
import type { ComponentType } from 'react'
import { defineForm, type InputProps } from '@/kit/form/defineForm'
import { Count, choice, choiceOf, type Option, oneOf } from '@/kit/form/inputs'
import type { Words } from '@/kit/words/words'
import { useSiteChoices } from '@/warehouse/public'
import type { Subject } from './search'
import { fileColumns, periods, subjects } from './subjects'

/** A choice whose values are numbers on the wire. */
function numbered(options: readonly Option[]): ComponentType<InputProps<number>> {
  const Choice = choice(options)
  return function Numbered({ value, onChange, ...p }: InputProps<number>) {
    return (
      <Choice
        {...p}
        value={value === undefined ? undefined : String(value)}
        onChange={(v) => onChange(v === undefined ? undefined : Number(v))}
      />
    )
  }
}

const weekdays = numbered(
  [msg`Sunday`, msg`Monday`, msg`Tuesday`, msg`Wednesday`, msg`Thursday`, msg`Friday`, msg`Saturday`].map((label, i) => ({
    value: String(i),
    label,
  })),
)

/** A report that is made by the clock. */
export const scheduleForm = (allowed: readonly Subject[], words: (w: Words) => string) =>
  defineForm<AnalyticsUpdateOrDeleteReq, AnalyticsScheduled>('Reports/UpdateOrDeleteScheduledReport', {
    title: msg`Schedule report`,
    intro: msg`The report runs with your access, by the warehouse’s clock. Its file stays under Files.`,
    fields: {
      ReportName: { label: msg`Name`, required: true },
      Report: { label: msg`Report`, input: choice(allowed.map((value) => ({ value, label: subjects[value].label }))), required: true },
      Warehouse: { label: msg`Warehouse`, input: choiceOf(useSiteChoices), hint: msg`Empty for all warehouses` },
      Carrier: { label: msg`SCAC`, hint: msg`Empty for all carriers` },
      Period: { label: msg`Period`, input: oneOf(periods), required: true },
      Every: { label: msg`Run`, input: oneOf({ daily: msg`Daily`, weekly: msg`Weekly`, monthly: msg`Monthly` }), required: true },
      Weekday: { label: msg`Day of the week`, input: weekdays, required: true, when: (r) => r.Every === 'weekly' },
      Monthday: { label: msg`Day of the month (1–28)`, input: Count, required: true, when: (r) => r.Every === 'monthly' },
      Hour: { label: msg`Hour (0–23)`, input: Count, required: true },
      Emails: { label: msg`Notify`, hint: msg`E-mail addresses that get the file` },
      Option: {
        label: msg`First run`,
        input: choice<NonNullable<AnalyticsUpdateOrDeleteReq['Option']>>([
          { value: 'schedule', label: msg`On schedule` },
          { value: 'run-now-with-schedule', label: msg`Now, then on schedule` },
        ]),
        required: true,
      },
    },
    toRequest: (r) => ({
      Option: r.Option,
      ReportId: r.ReportId,
      Rev: r.Rev,
      ReportName: r.ReportName,
      Report: r.Report,
      Warehouse: r.Warehouse ?? '',
      Carrier: r.Carrier ?? '',
      Period: r.Period,
      Every: r.Every,
      Weekday: r.Every === 'weekly' ? (r.Weekday ?? 0) : 0,
      Monthday: r.Every === 'monthly' ? (r.Monthday ?? 0) : 0,
      Hour: r.Hour ?? 0,
      Emails: r.Emails ?? [],
      Columns: r.Report ? fileColumns(r.Report, words) : [],
    }),
    subject: (r) => r.ReportId ?? '',
  })

/** The report on the screen as a file, made now and mailed. */
export const sendForm = (words: (w: Words) => string) =>
  defineForm<AnalyticsSendReq>('Shipment/SendReportFile', {
    title: msg`Run report now`,
    fields: {
      ReportName: { label: msg`Name`, required: true },
      Emails: { label: msg`Notify`, hint: msg`E-mail addresses that get the file; empty to keep it under Files only` },
    },
    submit: msg`Run now`,
    done: msg`The report is in progress. Its file appears under Files.`,
    toRequest: (r) => ({ ...r, Emails: r.Emails ?? [], Columns: r.Report ? fileColumns(r.Report, words) : [] }),
  })
