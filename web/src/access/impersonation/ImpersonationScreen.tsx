import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AccessLook } from '@sync/gen/api'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { FormView } from '@/kit/form/FormView'
import { Ago } from '@/kit/format/Formats'
import { Screen } from '@/kit/layout/Screen'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { impersonationForm } from './impersonationForm'

export interface ImpersonationSearch {
  /** As whom to view. */
  user?: string
}

/** Page 117: an administrator views the product as another user; everyone sees who has viewed as them. */
export function ImpersonationScreen({ user }: { user: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const got = useCall('Access/Impersonations', undefined, { staleMs: 0 })
  const users = got.data?.users
  const form = useMemo(() => impersonationForm(users ?? []), [users])
  const initial = useMemo(() => (users?.some((u) => u.id === user) ? { user } : {}), [users, user])
  return (
    <Screen
      title={t`View as user`}
      below={<Trans>For an hour at most, and to read only: nothing can be changed, signed, sent or paid.</Trans>}
    >
      <Pending called={got} offline={msg`Viewing as a user needs a connection.`}>
        {got.data?.may && <FormView spec={form} initial={initial} onDone={() => void navigate({ to: '/' })} />}
        {got.data && !got.data.may && (
          <p>
            <Trans>Administrators can view the product as another user.</Trans>
          </p>
        )}
        {got.data && <Looks looks={got.data.looks} />}
      </Pending>
    </Screen>
  )
}

function Looks({ looks }: { looks: AccessLook[] }) {
  const { t } = useLingui()
  if (looks.length === 0)
    return (
      <p role="status">
        <Trans>No views so far.</Trans>
      </p>
    )
  return (
    <Table
      label={t`Views so far`}
      caption={t`Views so far`}
      rows={looks}
      keyOf={(l) => l.id}
      columns={[
        { head: t`User`, name: true, cell: (l) => l.user },
        { head: t`Viewed by`, cell: (l) => l.by },
        { head: t`Reason`, cell: (l) => l.reason },
        { head: t`Began`, cell: (l) => <Ago at={l.beganAt} /> },
        { head: t`Ended`, cell: (l) => (l.endedAt ? <Ago at={l.endedAt} /> : t`Not yet`) },
      ]}
    />
  )
}
