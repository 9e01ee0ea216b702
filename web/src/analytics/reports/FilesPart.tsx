import { msg } from '@lingui/core/macro'
import type { AnalyticsRun } from '@sync/gen/api'
import { download } from '@sync/transfer'
import { useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { day } from '@/kit/format/time'
import { saveFile } from '@/kit/list/csv'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCan } from '@/kit/remote/can'
import { useRefusal } from '@/kit/remote/refusal'
import { theRemote } from '@/kit/remote/remote'
import { useCall } from '@/kit/remote/useCall'
import { useWords } from '@/kit/words/words'
import { runStates, subjects } from './subjects'

/** The user's reports that were made into files, also those that failed and why. */
export function FilesPart() {
  const words = useWords()
  const locale = useLocale()
  const refusal = useRefusal()
  const may = useCan('schedule-reports')
  // A report that is being made is ready within moments.
  const got = useCall('Shipment/DownloadReportLogs', undefined, {
    everyMs: (runs) => runs?.some((r) => r.state === 'waiting') && 3_000,
  })
  const spec = useMemo<ListSpec<AnalyticsRun>>(
    () => ({
      name: 'report-files',
      title: msg`Report files`,
      columns: [
        { key: 'name', label: msg`Name`, width: 220, phone: true },
        { key: 'report', label: msg`Report`, width: 140, value: (r) => words(subjects[r.report].label) },
        { key: 'from', label: msg`Days`, width: 240, value: (r) => `${day(r.from, locale)} – ${day(r.to, locale)}` },
        { key: 'state', label: msg`Status`, width: 120, code: (r) => r.state, value: (r) => words(runStates[r.state]), phone: true },
        {
          key: 'trouble',
          label: msg`Reason`,
          width: 220,
          value: (r) => (r.trouble ? words(refusal.ofCode(r.trouble, { warehouse: r.warehouse })) : ''),
        },
        { key: 'n', label: msg`Rows`, as: 'number', width: 80 },
        { key: 'askedAt', label: msg`Requested`, as: 'dateTime', width: 170, phone: true },
        { key: 'emails', label: msg`Notify`, as: 'list', width: 220 },
      ],
      filters: ['state', 'report'],
      sort: [{ id: 'askedAt', desc: true }],
      actions: [
        {
          label: msg`Download`,
          main: true,
          when: (r) => r.state === 'made',
          run: async (r) => {
            const { blob, name } = await download('Shipment/DownloadS3ReportFile', { FileId: r.id })
            saveFile(name, blob, blob.type)
          },
        },
        ...(may
          ? [
              {
                label: msg`Delete file`,
                hard: true,
                when: (r: AnalyticsRun) => r.state === 'made',
                run: (r: AnalyticsRun) => theRemote().submit('Shipment/DeleteS3ReportFile', { FileId: r.id }),
              },
            ]
          : []),
      ],
      empty: msg`No report files. Run a report now, or schedule one.`,
    }),
    [words, locale, refusal, may],
  )
  return <ListScreen spec={spec} rows={got.data} remote={got.remote} />
}
