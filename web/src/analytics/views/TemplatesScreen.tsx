import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AnalyticsTemplate } from '@sync/gen/api'
import { useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { offerUndo } from '@/kit/list/undo'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { periods, subjects } from '../reports/subjects'
import { copyForm, templateForm } from './forms'
import { freshLayout, useSubjects } from './LayoutInput'

const none: { groupCode: string; groupName: string }[] = []

/** The organization's views of its reports: who may set them up adds, changes and copies them here. */
export function TemplatesScreen() {
  const words = useWords()
  const { act } = useAct()
  const allowed = useSubjects()
  const got = useCall('v1/templates', undefined)
  const groups = useCall('v1/clients/me', undefined).data?.groups ?? none
  const roles = useMemo(() => groups.map((g) => ({ value: g.groupCode, label: g.groupName })), [groups])
  const form = useMemo(() => templateForm(roles), [roles])
  const copy = useMemo(() => copyForm(roles), [roles])
  const spec = useMemo<ListSpec<AnalyticsTemplate>>(
    () => ({
      name: 'view-templates',
      title: msg`Dynamic views`,
      id: (v) => v.TemplateId,
      columns: [
        {
          key: 'TemplateName',
          label: msg`Name`,
          width: 240,
          phone: true,
          link: (v) => ({ page: 'DynamicViews', params: { templateId: v.TemplateId } }),
        },
        { key: 'Report', label: msg`Report`, width: 140, value: (v) => words(subjects[v.Report].label), phone: true },
        { key: 'Period', label: msg`Period`, width: 200, value: (v) => words(periods[v.Period]) },
        { key: 'columns', label: msg`Columns`, as: 'number', width: 90, value: (v) => v.ViewColumns.length },
        { key: 'filters', label: msg`Filters`, as: 'number', width: 90, value: (v) => v.Filters.length },
        {
          key: 'UserRoles',
          label: msg`Groups`,
          width: 240,
          phone: true,
          value: (v) => v.UserRoles.map((code) => roles.find((r) => r.value === code)?.label ?? code).join(', ') || words(msg`All groups`),
        },
        { key: 'DefaultTemplate', label: msg`Default view`, width: 120, value: (v) => (v.DefaultTemplate ? words(msg`Yes`) : '') },
        { key: 'PersistentFilter', label: msg`Saves filters`, width: 120, value: (v) => (v.PersistentFilter ? words(msg`Yes`) : '') },
      ],
      filters: ['Report'],
      actions: [
        {
          label: msg`Change`,
          main: true,
          run: ({ Report, ViewColumns, OrderBy, Descending, Filters, ...v }) =>
            openForm(form, { ...v, Layout: { Report, ViewColumns, OrderBy: OrderBy || 'day', Descending, Filters } }),
        },
        { label: msg`Copy`, run: (v) => openForm(copy, { id: v.TemplateId, userRoles: v.UserRoles }) },
        {
          label: msg`Delete`,
          hard: true,
          run: async (v) => {
            await theRemote().submit('v1/templates/delete', { Id: v.TemplateId })
            const name = v.TemplateName
            offerUndo(msg`Deleted: ${name}`, () => act(() => theRemote().submit('v1/templates/restore', { Id: v.TemplateId })))
          },
        },
      ],
      empty: msg`No views. Add one: choose a report, its columns and filters, and the groups that open it.`,
    }),
    [words, act, roles, form, copy],
  )
  return (
    <ListScreen spec={spec} rows={got.data} remote={got.remote}>
      <Button onClick={() => void openForm(form, { Period: 'last-30-days', Layout: freshLayout(allowed[0] ?? 'shipments') })}>
        <Trans>Add view</Trans>
      </Button>
    </ListScreen>
  )
}
