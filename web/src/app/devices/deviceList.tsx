import { msg } from '@lingui/core/macro'
import type { DeviceKnown } from '@sync/gen/api'
import { Ago } from '@/kit/format/Formats'
import { bytes } from '@/kit/format/measure'
import { millis } from '@/kit/format/time'
import type { ListSpec } from '@/kit/list/defineList'
import { type Hue, StatusBadge } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

/** What a device last told of itself; an older one may tell less. */
interface Told {
  outbox?: number
  oldestAt?: string | null
  storage?: { persisted: boolean; usage: number; quota: number } | null
  error?: string
}

type State = 'revoked' | 'stuck' | 'sending' | 'silent' | 'good'

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
  state: State
}

const hour = 3_600_000
const states: Record<State, { label: Words; hue: Hue }> = {
  revoked: { label: msg`Access withdrawn`, hue: 'stopped' },
  stuck: { label: msg`Unsent work`, hue: 'attention' },
  sending: { label: msg`Sending`, hue: 'waiting' },
  silent: { label: msg`Silent`, hue: 'quiet' },
  good: { label: msg`In touch`, hue: 'good' },
}

/** Work that is old, or on a device that has not been heard, is what somebody must look after: it exists nowhere else. */
function stateOf(d: DeviceKnown, { outbox = 0, oldestAt }: Told, now: number): State {
  const unheard = now - (d.seenAt ? millis(d.seenAt) : 0)
  if (d.revokedAt) return 'revoked'
  if (outbox > 0) return unheard > hour || (oldestAt && now - millis(oldestAt) > hour) ? 'stuck' : 'sending'
  // An open app tells of itself every minute.
  return unheard > hour / 6 ? 'silent' : 'good'
}

export function readDevice(d: DeviceKnown, names: ReadonlyMap<string, string>, now = Date.now()): Device {
  const told = (d.status ?? {}) as Told // the device's own report, as sync/device keeps it
  return {
    id: d.id,
    name: d.name || d.id.slice(-6),
    who: names.get(d.user) ?? d.user,
    seenAt: d.seenAt,
    enrolledAt: d.enrolledAt,
    build: d.build,
    outbox: told.outbox,
    oldestAt: told.outbox ? (told.oldestAt ?? null) : null,
    used: told.storage?.usage,
    safe: told.storage?.persisted,
    state: stateOf(d, told, now),
  }
}

export const deviceList = (text: (w: Words) => string, locale: string): ListSpec<Device> => ({
  name: 'devices',
  title: msg`Devices`,
  columns: [
    { key: 'name', label: msg`Device`, width: 170 },
    { key: 'who', label: msg`Used by`, width: 130 },
    {
      key: 'state',
      label: msg`State`,
      width: 150,
      value: (d) => text(states[d.state].label),
      cell: (d) => <StatusBadge {...states[d.state]} />,
    },
    { key: 'seenAt', label: msg`Last seen`, as: 'ago', width: 110 },
    { key: 'outbox', label: msg`To send`, as: 'number', width: 90 },
    { key: 'oldestAt', label: msg`Oldest`, width: 105, cell: (d) => d.oldestAt && <Ago at={d.oldestAt} /> },
    { key: 'build', label: msg`App version`, width: 105 },
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
    { key: 'enrolledAt', label: msg`Known since`, as: 'dateTime', hidden: true, phone: false },
    { key: 'id', label: msg`Number`, as: 'identifier', width: 260, hidden: true, phone: false },
  ],
  filters: ['who', 'state', 'build'],
  sort: [{ id: 'seenAt', desc: true }],
  empty: msg`No device has signed in yet.`,
})
