import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { useCrumb } from '@/kit/layout/crumb'
import { ListScreen } from '@/kit/list/ListScreen'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { useSession } from '@/kit/remote/user'
import { Tabs } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from './Devices.module.css'
import { type Device, deviceList, readDevice } from './deviceList'
import type { DevicesSearch } from './search'
import { mayTend } from './tend'
import { type Refused, workList } from './workList'

/** The organisation's devices, and the work that a device could not finish alone: what a supervisor sees even when a tablet is lost. */
export function DevicesScreen({ work = false }: DevicesSearch) {
  const { t } = useLingui()
  const session = useSession()
  const navigate = useNavigate()
  useCrumb(t`Devices`)
  if (!session || !mayTend(session))
    return (
      <p role="status">
        <Trans>Only those who manage users may see the devices.</Trans>
      </p>
    )
  return (
    <div className={css.screen}>
      <Tabs
        value={work ? 'work' : 'devices'}
        onChange={(v) => void navigate({ to: '/Devices', search: v === 'work' ? { work: true } : {} })}
      >
        <Tabs.List>
          <Tabs.Tab value="devices">
            <Trans>Devices</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="work">
            <Trans>Refused work</Trans>
          </Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <div className={css.list}>{work ? <Work /> : <Devices />}</div>
    </div>
  )
}

/** Devices and work name people by their keys; the list of users has their names. */
function useNames() {
  const users = useCall('LogIn/UserManagement', { actions: 0 }, { staleMs: 300_000 })
  return useMemo(
    () => new Map(users.data?.Users.map((u) => [u.UserID, [u.FirstName, u.LastName].filter(Boolean).join(' ') || u.UserName])),
    [users.data],
  )
}

function Devices() {
  const words = useWords()
  const locale = useLocale()
  const names = useNames()
  const asked = useCall('Sync/Devices', undefined)
  const rows = useMemo<Device[] | undefined>(() => asked.data?.map((d) => readDevice(d, names)), [asked.data, names])
  const spec = useMemo(() => deviceList(words, locale), [words, locale])
  return <ListScreen spec={spec} rows={rows} remote={asked.remote} />
}

function Work() {
  const words = useWords()
  const { ofCode } = useRefusal()
  const names = useNames()
  const asked = useCall('Sync/Tray', undefined)
  const devices = useCall('Sync/Devices', undefined)
  const again = asked.remote.again
  const rows = useMemo<Refused[] | undefined>(
    () =>
      asked.data?.map((i) => ({
        ...i,
        key: `${i.device}/${i.seq}`,
        who: names.get(i.user) ?? i.user,
        where: devices.data?.find((d) => d.id === i.device)?.name || i.device.slice(-6),
      })),
    [asked.data, devices.data, names],
  )
  const spec = useMemo(() => workList(words, ofCode, again), [words, ofCode, again])
  return <ListScreen spec={spec} rows={rows} remote={asked.remote} />
}
