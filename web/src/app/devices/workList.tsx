import { msg } from '@lingui/core/macro'
import type { DeviceItem } from '@sync/gen/api'
import type { ListSpec } from '@/kit/list/defineList'
import { submit } from '@/kit/remote/submit'
import type { Words } from '@/kit/words/words'
import { told } from '../attention/actions'

export interface Refused extends DeviceItem {
  key: string
  who: string
  where: string
}

type OfCode = (code: string, params: Record<string, unknown>) => string

/** What the server did not take and nobody has settled: who did what, when, and why it was refused. */
export const workList = (text: (w: Words) => string, ofCode: OfCode, again: () => void): ListSpec<Refused> => ({
  name: 'refused-work',
  title: msg`Rejected work`,
  id: (i) => i.key,
  columns: [
    // The arguments are those of the call that is named, as the device sent them.
    { key: 'what', label: msg`Action`, width: 270, value: (i) => text(told(i.op, (i.args ?? {}) as Record<string, unknown>)) },
    { key: 'who', label: msg`By`, width: 140 },
    { key: 'at', label: msg`When`, as: 'ago', width: 120 },
    {
      key: 'why',
      label: msg`Why it was rejected`,
      width: 330,
      value: (i) => (i.status === 'parked' ? text(msg`Waits behind a rejected step.`) : ofCode(i.code, i.params)),
    },
    { key: 'where', label: msg`Device`, width: 170 },
  ],
  filters: ['who', 'where'],
  sort: [{ id: 'at', desc: true }],
  bulk: [
    {
      label: msg`Close as settled`,
      icon: 'check',
      run: async (items) => {
        for (const i of items) await submit('Sync/Settle', { device: i.device, seq: i.seq })
        again()
      },
      done: (n) => msg`Closed: ${n}. It also leaves the list of the person who did it.`,
    },
  ],
  empty: msg`No rejected work.`,
})
