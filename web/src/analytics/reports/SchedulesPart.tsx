import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AnalyticsScheduled } from '@sync/gen/api'
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
import { scheduleForm } from './forms'
import type { Subject } from './search'
import { periods, subjects } from './subjects'

/** The reports that are made by the clock. */
export function SchedulesPart({ allowed, files }: { allowed: readonly Subject[]; files: () => void }) {
  const words = useWords()
  const { act } = useAct()
  const got = useCall('Reports/GetScheduledReports', undefined)
  const may = useCan('schedule-reports')
  const form = useMemo(() => scheduleForm(allowed, words), [allowed, words])
  const spec = useMemo<ListSpec<AnalyticsScheduled>>(
    () => ({
      name: 'scheduled-reports',
      title: msg`Scheduled reports`,
      id: (s) => s.ReportId,
      columns: [
        { key: 'ReportName', label: msg`Name`, width: 220, phone: true },
        { key: 'Report', label: msg`Report`, width: 140, value: (s) => words(subjects[s.Report].label), phone: true },
        { key: 'Period', label: msg`Period`, width: 200, value: (s) => words(periods[s.Period]) },
        { key: 'NextAt', label: msg`Next run`, as: 'dateTime', width: 170, phone: true },
        { key: 'Warehouse', label: msg`Warehouse`, width: 110 },
        { key: 'Carrier', label: msg`SCAC`, as: 'identifier', width: 90 },
        { key: 'Emails', label: msg`Notify`, as: 'list', width: 220 },
      ],
      zone: (s) => s.Zone,
      actions: may
        ? [
            { label: msg`Change`, main: true, run: (s) => openForm(form, { ...s, Option: 'schedule' }) },
            {
              label: msg`Run now`,
              run: async (s) => {
                await theRemote().submit('Shipment/SendReportFile', { ReportId: s.ReportId, Emails: [] })
                files()
              },
            },
            {
              label: msg`Delete`,
              hard: true,
              run: async (s) => {
                await theRemote().submit('Shipment/deletereport', { Id: s.ReportId })
                const name = s.ReportName
                offerUndo(msg`Deleted: ${name}`, () => act(() => theRemote().submit('Reports/RestoreScheduledReport', { Id: s.ReportId })))
              },
            },
          ]
        : [],
      empty: msg`No scheduled reports. Schedule one, and its file is made and mailed by itself.`,
    }),
    [words, act, may, form, files],
  )
  return (
    <ListScreen spec={spec} rows={got.data} remote={got.remote}>
      {may && (
        <Button onClick={() => void openForm(form, { Hour: 6, Option: 'schedule' })}>
          <Trans>Schedule report</Trans>
        </Button>
      )}
    </ListScreen>
  )
}
