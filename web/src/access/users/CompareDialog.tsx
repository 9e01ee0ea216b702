import { Trans, useLingui } from '@lingui/react/macro'
import type { AccessDetails } from '@sync/gen/api'
import { useState } from 'react'
import { isBuilt, pages } from '@/kit/page/pages'
import { usePageWords } from '@/kit/page/usePageWords'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import { Table } from '@/kit/table/Table'
import { Alert, Button, Modal, Select } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { differences, pagesBeyond } from './differences'

interface Props {
  user: AccessDetails
  users: readonly AccessDetails[]
  onClose: () => unknown
  onChanged: () => unknown
}

const nameOf = (u: AccessDetails) => [u.FirstName, u.LastName].filter(Boolean).join(' ') || u.UserName

/** What a user sees; beside another user, what one has and the other has not, and the copying of all of it. */
export function CompareDialog({ user, users, onClose, onChanged }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const pageWords = usePageWords()
  const { act } = useAct()
  const [otherId, setOther] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const other = users.find((u) => u.UserID === otherId)
  const named = (ids: readonly number[]) =>
    pages
      .filter((p) => p.id !== null && ids.includes(Number(p.id)) && isBuilt(p))
      .map((p) => pageWords(p.label))
      .sort((a, b) => a.localeCompare(b))
      .join(', ')
  const said = (v: string | boolean) => (v === true ? t`Yes` : v === false ? t`No` : v || '–')
  const [one, two] = [nameOf(user), other ? nameOf(other) : '']
  const rows = other
    ? [
        ...differences(user, other).map((d) => ({ key: d.key, label: words(d.label), one: said(d.one), other: said(d.other) })),
        { key: 'first', label: t`First page`, one: named([user.DefaultPageID]), other: named([other.DefaultPageID]) },
        {
          key: 'pages',
          label: t`Pages of one alone`,
          one: named(pagesBeyond(user, other)),
          other: named(pagesBeyond(other, user)),
        },
      ].filter((r) => r.one !== r.other)
    : []
  const copy = async () => {
    if (!other) return
    setBusy(true)
    const done = await act(() =>
      theRemote()
        .submit('LogIn/UserManagement', { actions: 3, UserID: user.UserID, CopyFrom: other.UserID })
        .then(() => true),
    )
    setBusy(false)
    if (done) {
      onChanged()
      onClose()
    }
  }
  return (
    <Modal opened onClose={onClose} size="xl" title={t`What ${one} sees`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Select
        searchable
        clearable
        label={t`Compare with`}
        data={users.filter((u) => u.UserID !== user.UserID).map((u) => ({ value: u.UserID, label: `${nameOf(u)} (${u.UserName})` }))}
        value={otherId}
        onChange={setOther}
        mb="md"
      />
      {!other && (
        <>
          <p>
            <Trans>Group: {user.GroupName}</Trans>
          </p>
          <p>{user.AllWarehouses ? <Trans>Warehouses: all</Trans> : <Trans>Warehouses: {user.Warehouses.join(', ') || '–'}</Trans>}</p>
          <p>
            <Trans>Pages: {named(user.Pages)}</Trans>
          </p>
        </>
      )}
      {other && rows.length === 0 && (
        <p role="status">
          <Trans>Both see and may do the same.</Trans>
        </p>
      )}
      {other && rows.length > 0 && (
        <>
          <Table
            label={t`Differences`}
            rows={rows}
            keyOf={(r) => r.key}
            columns={[
              { head: t`Setting`, name: true, cell: (r) => r.label },
              { head: one, cell: (r) => r.one || '–' },
              { head: two, cell: (r) => r.other || '–' },
            ]}
          />
          <Alert mt="md">
            <Trans>
              Copying gives {one} all values in the column of {two}. Name, address, password and second factor stay.
            </Trans>
          </Alert>
          <Button mt="md" disabled={busy} onClick={() => void copy()}>
            <Trans>Copy to {one}</Trans>
          </Button>
        </>
      )}
    </Modal>
  )
}
