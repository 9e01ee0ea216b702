import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AnalyticsTemplate } from '@sync/gen/api'
import { useMemo } from 'react'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCall } from '@/kit/remote/useCall'
import { useWords } from '@/kit/words/words'
import { periods, subjects } from '../reports/subjects'
import { Full } from './Full'

/** The views that the user may open. */
export function ViewsScreen({ open }: { open: (id: string) => void }) {
  const { t } = useLingui()
  const words = useWords()
  const got = useCall('DynamicViews/List', undefined)
  const spec = useMemo<ListSpec<AnalyticsTemplate>>(
    () => ({
      name: 'views',
      title: msg`Dynamic views`,
      id: (v) => v.TemplateId,
      columns: [
        {
          key: 'TemplateName',
          label: msg`Name`,
          width: 280,
          phone: true,
          link: (v) => ({ page: 'DynamicViews', params: { templateId: v.TemplateId } }),
        },
        { key: 'Report', label: msg`Report`, width: 160, value: (v) => words(subjects[v.Report].label), phone: true },
        { key: 'how', label: msg`What it counts`, width: 420, value: (v) => words(subjects[v.Report].how) },
        { key: 'Period', label: msg`Period`, width: 220, value: (v) => words(periods[v.Period]) },
      ],
      filters: ['Report'],
      actions: [{ label: msg`Open`, main: true, run: (v) => open(v.TemplateId) }],
      empty: msg`No views for your group. An administrator adds them under Settings, Dynamic Views Configuration.`,
    }),
    [words, open],
  )
  return (
    <Full title={t`Dynamic views`}>
      <ListScreen spec={spec} rows={got.data} remote={got.remote} />
    </Full>
  )
}
