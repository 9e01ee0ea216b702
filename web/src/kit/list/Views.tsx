import { Trans, useLingui } from '@lingui/react/macro'
import type { OrgView } from '@sync/gen/api'
import { useState } from 'react'
import { Icon } from '../icon/Icon'
import { addressOf, pages } from '../page/pages'
import { useRefusal } from '../remote/refusal'
import { submit } from '../remote/submit'
import { useCall } from '../remote/useCall'
import { useSession } from '../remote/user'
import { toasts } from '../toast/toast'
import { ActionIcon, Button, Checkbox, Group, Menu, Modal, TextInput } from '../ui'
import { forgetView, nameView, readView, readViews, type View } from './views'

interface ViewsProps {
  list: string
  user: string
  view: View
  apply: (v: View) => void
}

const isHere = (address: string) => location.pathname === address || location.pathname.startsWith(`${address}/`)

/** The page that is looked at: who may open it sees what is shared of its lists. Where nobody can say who may, nothing is shared. */
const pageHere = () =>
  pages.filter((p) => isHere(addressOf(p))).sort((a, b) => addressOf(b).length - addressOf(a).length)[0]?.id ?? undefined

/** Views of a list: the person's own, kept on this device, and those that somebody shared, which the server has. */
export function Views({ list, user, view, apply }: ViewsProps) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const session = useSession()
  const [opened, setOpened] = useState(false)
  const [naming, setNaming] = useState(false)
  const [name, setName] = useState('')
  const [share, setShare] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [, reread] = useState(0)
  const shared = useCall('Org/Views', { List: list }, { enabled: opened, staleMs: 0 })
  const here = pageHere()
  const named = Object.entries(readViews(list, user).named)
  const takeBack = async (v: OrgView) => {
    try {
      await submit('Org/UnshareView', { Id: v.id })
      toasts.good(t`The view “${v.name}” is no longer shared.`)
      shared.remote.again()
    } catch (err) {
      refusal.tell(err)
    }
  }
  const keep = async () => {
    const called = name.trim()
    if (!called) return
    setBusy(true)
    setWrong(undefined)
    try {
      if (share && here) {
        await submit('Org/ShareView', { List: list, Name: called, Page: here, View: JSON.stringify(view) })
        toasts.good(t`The view “${called}” is shared.`)
      } else nameView(list, user, called, view)
      setName('')
      setNaming(false)
    } catch (err) {
      setWrong(refusal.whole(err))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Menu position="bottom-start" withinPortal opened={opened} onChange={setOpened}>
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="views" />}>
            <Trans>Views</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {named.length > 0 && (
            <Menu.Label>
              <Trans>On this device</Trans>
            </Menu.Label>
          )}
          {named.map(([n, v]) => (
            <Group key={n} gap={0} wrap="nowrap">
              <Menu.Item onClick={() => apply(v)}>{n}</Menu.Item>
              <ActionIcon
                variant="subtle"
                aria-label={t`Delete ${n}`}
                onClick={() => {
                  forgetView(list, user, n)
                  reread((x) => x + 1)
                }}
              >
                <Icon name="trash" size={16} />
              </ActionIcon>
            </Group>
          ))}
          {(shared.data?.length ?? 0) > 0 && (
            <Menu.Label>
              <Trans>Shared</Trans>
            </Menu.Label>
          )}
          {shared.data?.map((v) => {
            const held = readView(v.view)
            const mine = v.by === session?.user
            return (
              held && (
                <Group key={v.id} gap={0} wrap="nowrap">
                  <Menu.Item onClick={() => apply(held)}>{mine ? v.name : `${v.name} · ${v.byName}`}</Menu.Item>
                  {(mine || session?.admin) && (
                    <ActionIcon variant="subtle" aria-label={t`Stop sharing ${v.name}`} onClick={() => void takeBack(v)}>
                      <Icon name="trash" size={16} />
                    </ActionIcon>
                  )}
                </Group>
              )
            )
          })}
          {shared.remote.offline && !shared.data && (
            <Menu.Label>
              <Trans>Shared views come from the server, and there is no connection now.</Trans>
            </Menu.Label>
          )}
          {(named.length > 0 || (shared.data?.length ?? 0) > 0) && <Menu.Divider />}
          <Menu.Item leftSection={<Icon name="plus" />} onClick={() => setNaming(true)}>
            <Trans>Save view…</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={naming} onClose={() => setNaming(false)} title={t`Save view`} closeButtonProps={{ 'aria-label': t`Close` }}>
        <form
          onSubmit={(e) => {
            e.preventDefault()
            void keep()
          }}
        >
          <TextInput
            data-autofocus
            label={t`Name`}
            description={t`Saves filters, pasted ids, order, columns and widths under a name.`}
            maxLength={60}
            error={wrong}
            value={name}
            onChange={(e) => setName(e.currentTarget.value)}
          />
          {here && (
            <Checkbox
              mt="md"
              label={t`Share with everyone who can open this page`}
              description={t`Each of them sees only rows of their own warehouses. Otherwise the view stays on this device.`}
              checked={share}
              onChange={(e) => setShare(e.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" mt="md">
            <Button type="submit" loading={busy}>
              <Trans>Save</Trans>
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  )
}
