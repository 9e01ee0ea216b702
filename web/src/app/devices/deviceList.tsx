import { msg } from '@lingui/core/macro'
import type { DeviceKnown } from '@sync/gen/api'
import { Ago } from '@/kit/format/Formats'
import { bytes } from '@/kit/format/measure'
import { millis, span } from '@/kit/format/time'
import type { ListSpec } from '@/kit/list/defineList'
import { type Hue, StatusBadge } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

type State = 'wiped' | 'clearing' | 'revoked' | 'stuck' | 'sending' | 'silent' | 'good'

export interface Device {
  id: string
  name: string
  who: string
  seenAt: string | null
  enrolledAt: string | null
  build: string
  outbox: number | undefined
  oldestAt: string | null
  used: number | undefined
  safe: boolean | undefined
  /** Percent; undefined where the browser does not tell. */
  battery: number | undefined
  charging: boolean
  /** How long before its last report it was up to date, in ms. */
  lag: number | undefined
  tray: number
  state: State
  known: DeviceKnown
}

const quarter = 15 * 60_000
export const deviceStates: Record<State, { label: Words; hue: Hue }> = {
  wiped: { label: msg`Wiped`, hue: 'stopped' },
  clearing: { label: msg`To be wiped`, hue: 'attention' },
  revoked: { label: msg`Access withdrawn`, hue: 'stopped' },
  stuck: { label: msg`Unsent work`, hue: 'attention' },
  sending: { label: msg`Sending`, hue: 'waiting' },
  silent: { label: msg`No contact`, hue: 'quiet' },
  good: { label: msg`Last contact`, hue: 'good' },
}

/** Work that is old, or on a device that has not been heard, is what somebody must look after: it exists nowhere else. The server's rule (sync/device/known.go). */
function stateOf(d: DeviceKnown, now: number): State {
  const unheard = now - (d.seenAt ? millis(d.seenAt) : 0)
  const { outbox = 0, oldestAt } = d.status
  if (d.wipedAt) return 'wiped'
  if (d.asked.includes('wipe')) return 'clearing'
  if (d.revokedAt) return 'revoked'
  if (outbox > 0) return now - (oldestAt ? millis(oldestAt) : now - unheard) > quarter ? 'stuck' : 'sending'
  // An open app tells of itself every minute.
  return unheard > quarter ? 'silent' : 'good'
}

export function readDevice(d: DeviceKnown, names: ReadonlyMap<string, string>, now = Date.now()): Device {
  const told = d.status // the device's own report, as sync/device keeps it; an older app may tell less
  const heard = Boolean(told.device)
  return {
    id: d.id,
    name: d.name || d.id.slice(-6),
    who: names.get(d.user) ?? d.user,
    seenAt: d.seenAt,
    enrolledAt: d.enrolledAt,
    build: d.build,
    outbox: heard ? told.outbox : undefined,
    oldestAt: told.outbox ? (told.oldestAt ?? null) : null,
    used: told.storage?.usage,
    safe: told.storage?.persisted,
    battery: told.battery?.percent,
    charging: told.battery?.charging ?? false,
    lag: heard ? told.lagMs : undefined,
    tray: d.tray,
    state: stateOf(d, now),
    known: d,
  }
}

export const deviceList = (text: (w: Words) => string, locale: string, open: (id: string) => void): ListSpec<Device> => ({
  name: 'devices',
  title: msg`Devices`,
  columns: [
    { key: 'name', label: msg`Device`, width: 160 },
    { key: 'who', label: msg`Used by`, width: 125 },
    {
      key: 'state',
      label: msg`State`,
      width: 150,
      phone: true,
      value: (d) => text(deviceStates[d.state].label),
      cell: (d) => <StatusBadge {...deviceStates[d.state]} />,
    },
    { key: 'seenAt', label: msg`Last seen`, as: 'ago', width: 110 },
    { key: 'outbox', label: msg`To send`, as: 'number', width: 85 },
    { key: 'oldestAt', label: msg`Oldest`, width: 105, cell: (d) => d.oldestAt && <Ago at={d.oldestAt} /> },
    { key: 'lag', label: msg`Behind`, width: 90, cell: (d) => (d.lag ?? 0) >= 60_000 && span(d.lag ?? 0, locale) },
    { key: 'tray', label: msg`Rejected work`, as: 'number', width: 85, hidden: true },
    { key: 'build', label: msg`App version`, width: 105 },
    {
      key: 'battery',
      label: msg`Battery`,
      width: 100,
      cell: (d) =>
        d.battery !== undefined && (
          <StatusBadge hue={d.charging || d.battery > 20 ? 'quiet' : 'attention'}>{`${d.battery} %${d.charging ? ' ⚡' : ''}`}</StatusBadge>
        ),
    },
    {
      key: 'used',
      label: msg`Storage`,
      width: 200,
      cell: (d) =>
        d.used !== undefined && (
          <>
            {bytes(d.used, locale)}
            <StatusBadge hue={d.safe ? 'good' : 'quiet'} label={d.safe ? msg`protected` : msg`not protected`} />
          </>
        ),
    },
    { key: 'enrolledAt', label: msg`First seen`, as: 'dateTime', hidden: true, phone: false },
    { key: 'id', label: msg`Number`, as: 'identifier', width: 260, hidden: true, phone: false },
  ],
  filters: ['who', 'state', 'build'],
  sort: [{ id: 'seenAt', desc: true }],
  actions: [{ label: msg`View device`, main: true, run: (d) => open(d.id) }],
  empty: msg`No device here.`,
})
