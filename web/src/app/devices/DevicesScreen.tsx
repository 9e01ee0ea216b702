import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { DeviceCounts } from '@sync/gen/api'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { useCrumb } from '@/kit/layout/crumb'
import { ListScreen } from '@/kit/list/ListScreen'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { usePages } from '@/kit/remote/usePages'
import { useSession } from '@/kit/remote/user'
import { Tabs } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import { DevicePanel } from './DevicePanel'
import css from './Devices.module.css'
import { type Device, deviceList, readDevice } from './deviceList'
import type { DevicesSearch } from './search'
import { mayTend } from './tend'
import { type Refused, workList } from './workList'

/** The organisation's devices, and the work that a device could not finish alone: what a supervisor sees even when a tablet is lost. */
export function DevicesScreen({ work = false, show, device }: DevicesSearch) {
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
            <Trans>Rejected work</Trans>
          </Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <div className={css.list}>
        {work ? (
          <Work />
        ) : device ? (
          <One id={device} onBack={() => void navigate({ to: '/Devices', search: show ? { show } : {} })} />
        ) : (
          <Devices show={show} />
        )}
      </div>
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

function One({ id, onBack }: { id: string; onBack: () => void }) {
  return <DevicePanel key={id} id={id} names={useNames()} onBack={onBack} />
}

const shows: { show: DevicesSearch['show']; label: Words; count: keyof DeviceCounts }[] = [
  { show: undefined, label: msg`All`, count: 'all' },
  { show: 'stuck', label: msg`Stuck over 15 minutes`, count: 'stuck' },
  { show: 'old', label: msg`Old version`, count: 'old' },
  { show: 'unprotected', label: msg`Not protected`, count: 'unprotected' },
  { show: 'revoked', label: msg`Access withdrawn`, count: 'revoked' },
]

function Devices({ show }: Pick<DevicesSearch, 'show'>) {
  const words = useWords()
  const locale = useLocale()
  const names = useNames()
  const navigate = useNavigate()
  const asked = usePages('Sync/Devices', { build: __BUILD__, limit: 500, ...(show ? { show } : {}) })
  const rows = useMemo<Device[] | undefined>(
    () => asked.data?.flatMap((page) => page.devices.map((d) => readDevice(d, names))),
    [asked.data, names],
  )
  const counts = asked.data?.[0]?.counts
  const spec = useMemo(
    () => deviceList(words, locale, (device) => void navigate({ to: '/Devices', search: (was) => ({ ...was, device }) })),
    [words, locale, navigate],
  )
  return (
    <div className={css.devices}>
      <fieldset className={css.shows}>
        <legend className="sr-only">
          <Trans>Which devices</Trans>
        </legend>
        {shows.map((s) => (
          <button
            key={s.count}
            type="button"
            className={css.show}
            data-hue={s.show === 'stuck' && (counts?.stuck ?? 0) > 0 ? 'attention' : undefined}
            aria-pressed={show === s.show}
            onClick={() => void navigate({ to: '/Devices', search: s.show ? { show: s.show } : {} })}
          >
            {words(s.label)} <b>{counts?.[s.count]}</b>
          </button>
        ))}
      </fieldset>
      <div className={css.list}>
        <ListScreen spec={spec} rows={rows} remote={asked.remote} />
      </div>
    </div>
  )
}

function Work() {
  const words = useWords()
  const { ofCode } = useRefusal()
  const names = useNames()
  const asked = useCall('Sync/Tray', undefined)
  const devices = usePages('Sync/Devices', { limit: 500 })
  const again = asked.remote.again
  const where = useMemo(() => new Map(devices.data?.flatMap((page) => page.devices.map((d) => [d.id, d.name] as const))), [devices.data])
  const rows = useMemo<Refused[] | undefined>(
    () =>
      asked.data?.map((i) => ({
        ...i,
        key: `${i.device}/${i.seq}`,
        who: names.get(i.user) ?? i.user,
        where: where.get(i.device) || i.device.slice(-6),
      })),
    [asked.data, where, names],
  )
  const spec = useMemo(() => workList(words, ofCode, again), [words, ofCode, again])
  return <ListScreen spec={spec} rows={rows} remote={asked.remote} />
}
