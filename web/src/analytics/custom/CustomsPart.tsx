import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AnalyticsCustom } from '@sync/gen/api'
import { useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { offerUndo } from '@/kit/list/undo'
import { useCan } from '@/kit/remote/can'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { periods } from '../reports/subjects'
import { useSubjects } from '../views/LayoutInput'
import { customForm, groupings, subjectWords } from './customForm'

/** The user's own reports. */
export function CustomsPart({ open }: { open: (id: string) => void }) {
  const words = useWords()
  const { act } = useAct()
  const allowed = useSubjects().join(',')
  const got = useCall('CustomReports/List', undefined)
  const may = useCan('schedule-reports')
  const first = allowed.split(',')[0] as AnalyticsCustom['Report'] // one of the subjects
  const form = useMemo(() => customForm([first]), [first])
  const spec = useMemo<ListSpec<AnalyticsCustom>>(
    () => ({
      name: 'custom-reports',
      title: msg`Custom reports`,
      id: (r) => r.ReportId,
      columns: [
        {
          key: 'ReportName',
          label: msg`Name`,
          width: 260,
          phone: true,
          link: (r) => ({ page: 'customreports', search: { id: r.ReportId } }),
        },
        { key: 'Report', label: msg`Report`, width: 140, value: (r) => words(subjectWords(r.Report)), phone: true },
        { key: 'GroupBy', label: msg`Group by`, width: 160, value: (r) => words(groupings[r.GroupBy]), phone: true },
        { key: 'ThenBy', label: msg`Then by`, width: 160, value: (r) => (r.ThenBy ? words(groupings[r.ThenBy]) : '') },
        { key: 'filters', label: msg`Filters`, as: 'number', width: 90, value: (r) => r.Filters.length },
        { key: 'Period', label: msg`Period`, width: 200, value: (r) => words(periods[r.Period]) },
      ],
      filters: ['Report'],
      actions: [
        { label: msg`Open`, main: true, run: (r) => open(r.ReportId) },
        ...(may
          ? [
              {
                label: msg`Change`,
                run: ({ Report, Filters, ...r }: AnalyticsCustom) => openForm(form, { ...r, Rows: { Report, Filters } }),
              },
              {
                label: msg`Delete`,
                hard: true,
                run: async (r: AnalyticsCustom) => {
                  await theRemote().submit('CustomReports/Delete', { Id: r.ReportId })
                  const name = r.ReportName
                  offerUndo(msg`Deleted: ${name}`, () => act(() => theRemote().submit('CustomReports/Restore', { Id: r.ReportId })))
                },
              },
            ]
          : []),
      ],
      empty: msg`No custom reports. Add one: choose what it sums up and by what.`,
    }),
    [words, act, may, form, open],
  )
  return (
    <ListScreen spec={spec} rows={got.data} remote={got.remote}>
      {may && (
        <Button onClick={() => void openForm(form, { Period: 'last-30-days', GroupBy: 'carrier', Rows: { Report: first, Filters: [] } })}>
          <Trans>Add report</Trans>
        </Button>
      )}
    </ListScreen>
  )
}
