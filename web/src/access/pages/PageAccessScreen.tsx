import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AccessGroupPages } from '@sync/gen/api'
import { useState } from 'react'
import { Screen } from '@/kit/layout/Screen'
import { isBuilt, pages } from '@/kit/page/pages'
import { usePageWords } from '@/kit/page/usePageWords'
import { Pending } from '@/kit/remote/Pending'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { Checkbox, TextInput } from '@/kit/ui'

/** Pages that can be closed: those that are there, and that are not open to everyone. */
const closable = () => pages.filter((p) => p.id !== null && !p.default && !p.public && isBuilt(p))

/** The row above the pages: no page has this number. */
const factorRow = 0

/** Which group may open which page. A tick is saved at once, and by itself: another administrator's stays. */
export function PageAccessScreen() {
  const { t } = useLingui()
  const words = usePageWords()
  const { act } = useAct()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState('')
  const got = useCall('Supplemental/GetGroupPages', { GroupID: '' })
  const rows = closable()
    .map((p) => ({ id: Number(p.id), name: words(p.label), under: (p.menu ?? []).slice(0, -1).map(words).join(' › ') }))
    .filter((p) => `${p.under} ${p.name}`.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()))
    .sort((a, b) => a.under.localeCompare(b.under) || a.name.localeCompare(b.name))
  const factor = { id: factorRow, name: t`Second factor required`, under: t`Signing in` }
  if (`${factor.under} ${factor.name}`.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase())) rows.unshift(factor)
  const open = async (g: AccessGroupPages, id: number, on: boolean) => {
    setBusy(`${g.GroupID} ${id}`)
    await act(() =>
      id === factorRow
        ? theRemote().submit('Access/RequireFactor', { GroupID: g.GroupID, Required: on })
        : theRemote().submit('Access/OpenPage', { GroupID: g.GroupID, PageID: id, Open: on }),
    )
    setBusy('')
  }
  return (
    <Screen
      title={t`Page access`}
      below={<Trans>Each page carries its rights. Users with their own page list keep it.</Trans>}
      actions={
        <TextInput
          type="search"
          aria-label={t`Find a page`}
          placeholder={t`Find a page`}
          value={text}
          onChange={(e) => setText(e.currentTarget.value)}
        />
      }
    >
      <Pending called={got} offline={msg`Page access can be seen and changed with a connection.`}>
        <Table
          label={t`Page access`}
          rows={rows}
          keyOf={(p) => p.id}
          columns={[
            {
              head: t`Page`,
              name: true,
              cell: (p) => (
                <>
                  {p.name}
                  {p.under && <small>{p.under}</small>}
                </>
              ),
            },
            ...(got.data?.Groups ?? []).map((g) => ({
              head: g.GroupName,
              cell: (p: { id: number; name: string }) => (
                <Checkbox
                  aria-label={`${p.name}, ${g.GroupName}`}
                  checked={p.id === factorRow ? g.SecondFactor : g.Pages.includes(p.id)}
                  disabled={(g.GroupCode === 'admin' && p.id !== factorRow) || busy !== ''}
                  onChange={(e) => void open(g, p.id, e.currentTarget.checked)}
                />
              ),
            })),
          ]}
        />
      </Pending>
    </Screen>
  )
}
