import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReportSetting } from '@sync/gen/api'
import { useState } from 'react'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { offerUndo } from '@/kit/list/undo'
import { PlainButton, PlainSelect } from '@/kit/plain/Plain'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'

interface Named {
  QueryName: string
  FilterSettingData: ReportSetting
}

const saveForm = defineForm<Named>('Dashboard/DashboardUserView', {
  title: msg`Save view`,
  fields: { QueryName: { label: msg`Name`, required: true, hint: msg`A view of the same name is replaced` } },
  toRequest: (t) => ({ Flag: 'save', QueryName: t.QueryName, FilterSettingData: t.FilterSettingData }),
})

interface SavedViewsProps {
  /** What the dashboard shows now. */
  now: ReportSetting
  onOpen: (setting: ReportSetting) => void
}

/** The user's own views of the dashboard: opened, saved and deleted. */
export function SavedViews({ now, onOpen }: SavedViewsProps) {
  const { t } = useLingui()
  const { act } = useAct()
  const [chosen, setChosen] = useState('')
  const views = useCall('Dashboard/DashboardConfig', {}).data?.Views ?? []
  const open = views.find((v) => v.QueryName === chosen)
  return (
    <>
      {views.length > 0 && (
        <PlainSelect
          aria-label={t`Saved view`}
          value={open?.QueryName ?? ''}
          onChange={(e) => {
            const view = views.find((v) => v.QueryName === e.currentTarget.value)
            setChosen(view?.QueryName ?? '')
            if (view) onOpen(view.FilterSettingData)
          }}
        >
          <option value="">{t`Saved views`}</option>
          {views.map((v) => (
            <option key={v.QueryName} value={v.QueryName}>
              {v.QueryName}
            </option>
          ))}
        </PlainSelect>
      )}
      {open && (
        <PlainButton
          onClick={() =>
            void act(async () => {
              const { QueryName, FilterSettingData } = open
              const name = QueryName
              await theRemote().submit('Dashboard/DashboardUserViewDelete', { QueryName })
              setChosen('')
              offerUndo(msg`Deleted: ${name}`, () =>
                act(() => theRemote().submit('Dashboard/DashboardUserView', { Flag: 'save', QueryName, FilterSettingData })),
              )
            })
          }
        >
          <Trans>Delete view</Trans>
        </PlainButton>
      )}
      <PlainButton onClick={() => void openForm(saveForm, { QueryName: open?.QueryName ?? '', FilterSettingData: now })}>
        <Trans>Save view</Trans>
      </PlainButton>
    </>
  )
}
