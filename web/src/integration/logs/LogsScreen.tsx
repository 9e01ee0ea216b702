import { msg } from '@lingui/core/macro'
import type { JobEntry } from '@sync/gen/api'
import { defineList } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { submit } from '@/kit/remote/submit'
import { useCall } from '@/kit/remote/useCall'
import { type Hue, StatusBadge } from '@/kit/status/StatusBadge'
import { useWords, type Words } from '@/kit/words/words'

const kinds: Record<string, Words> = {
  mail: msg`Mail`,
  push: msg`Push`,
  postback: msg`Post-back`,
  'notify-held': msg`Held notifications`,
  'signed-bol': msg`Signed bill of lading`,
  'tender-expiry': msg`End of a tender`,
  'bulk-pickup': msg`Pickup request`,
  'order-file': msg`Order file`,
  arrival: msg`Arrival`,
  'quote-lapse': msg`End of a quote request`,
  'report-run': msg`Report`,
  'report-due': msg`Scheduled report`,
  'tracking-request': msg`Container tracking request`,
  'tracking-webhook': msg`Tracking webhook`,
  'tracking-fetch': msg`Container tracking update`,
}

const states: Record<JobEntry['state'], { hue: Hue; label: Words }> = {
  waiting: { hue: 'waiting', label: msg`Waiting` },
  done: { hue: 'good', label: msg`Done` },
  dead: { hue: 'stopped', label: msg`Failed` },
}

const trying = { hue: 'attention', label: msg`Tried again` } as const
const standing = (e: JobEntry) => (e.state === 'waiting' && e.attempts > 0 ? trying : states[e.state])

const logs = (text: (w: Words) => string) =>
  defineList<JobEntry>({
    name: 'integrationLogs',
    title: msg`Integration logs`,
    columns: [
      { key: 'kind', label: msg`Kind`, value: (e) => text(kinds[e.kind] ?? e.kind), width: 180, phone: true },
      {
        key: 'state',
        label: msg`Status`,
        value: (e) => text(standing(e).label),
        cell: (e) => <StatusBadge {...standing(e)} />,
        width: 140,
        phone: true,
      },
      { key: 'at', label: msg`Asked`, as: 'ago', width: 120, phone: true },
      { key: 'dueAt', label: msg`Due`, as: 'ago', width: 120 },
      { key: 'doneAt', label: msg`Done`, as: 'ago', width: 120 },
      { key: 'attempts', label: msg`Attempts`, as: 'number', width: 90 },
      { key: 'error', label: msg`Why it failed`, width: 420, phone: true },
      { key: 'key', label: msg`Reference`, as: 'identifier', width: 300 },
    ],
    filters: ['state', 'kind'],
    sort: [{ id: 'at', desc: true }],
    hue: (e) => (e.state === 'dead' ? 'stopped' : standing(e) === trying ? 'attention' : undefined),
    actions: [
      {
        label: msg`Retry`,
        main: true,
        when: (e) => e.state === 'dead' && e.kind !== 'mail', // a mail is sent again from the list of mails
        run: (e) => submit('Integration/Retry', { Id: e.id }),
      },
    ],
    empty: msg`Nothing has left yet.`,
  })

/** Page 203: what leaves the program or is due at a time, and why it failed. */
export function LogsScreen() {
  const words = useWords()
  const got = useCall('Integration/Logs', undefined, { staleMs: 0 })
  return <ListScreen spec={logs(words)} rows={got.data} remote={got.remote} />
}
