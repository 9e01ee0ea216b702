import { msg } from '@lingui/core/macro'
import type { IntegrationFileShown } from '@sync/gen/api'
import { useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { bytes } from '@/kit/format/measure'
import { defineList } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { type Hue, StatusBadge } from '@/kit/status/StatusBadge'
import { useWords, type Words } from '@/kit/words/words'

const states: Record<IntegrationFileShown['state'], { hue: Hue; label: Words }> = {
  part: { hue: 'waiting', label: msg`Being sent` },
  waiting: { hue: 'waiting', label: msg`Waiting` },
  held: { hue: 'attention', label: msg`Needs review` },
  done: { hue: 'good', label: msg`Imported` },
  failed: { hue: 'stopped', label: msg`Not imported` },
}

const spec = (text: (w: Words) => string, told: (f: IntegrationFileShown) => string, locale: string) =>
  defineList<IntegrationFileShown>({
    name: 'orderFiles',
    title: msg`Order files`,
    columns: [
      {
        key: 'name',
        label: msg`File`,
        phone: true,
        width: 220,
        // What was not imported has no orders to show.
        link: (f) => (f.state === 'held' || f.state === 'done' ? { page: 'OpenOrders', search: { import: f.id } } : undefined),
      },
      { key: 'transfer', label: msg`From`, phone: true, width: 160 },
      {
        key: 'state',
        label: msg`Status`,
        value: (f) => text(states[f.state].label),
        cell: (f) => <StatusBadge {...states[f.state]} />,
        phone: true,
        width: 150,
      },
      { key: 'code', label: msg`Outcome`, value: told, phone: true, width: 480 },
      { key: 'at', label: msg`Received`, as: 'dateTime', width: 160 },
      { key: 'endedAt', label: msg`Finished`, as: 'dateTime', width: 160 },
      { key: 'size', label: msg`Size`, value: (f) => bytes(f.size, locale), width: 90 },
    ],
    filters: ['state', 'transfer'],
    sort: [{ id: 'at', desc: true }],
    hue: (f) => (f.state === 'failed' ? 'stopped' : f.state === 'held' ? 'attention' : undefined),
    empty: msg`No file has come yet.`,
  })

/** The last files of orders that came, and what became of each. */
export function FilesScreen() {
  const words = useWords()
  const locale = useLocale()
  const { known } = useRefusal()
  const of = useMemo(() => spec(words, (f) => (f.code ? (known(f.code, f.params) ?? f.code) : ''), locale), [words, known, locale])
  const got = useCall('Integration/OrderFiles', undefined, { staleMs: 0 })
  return <ListScreen spec={of} rows={got.data} remote={got.remote} />
}
