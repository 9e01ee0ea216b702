import { msg } from '@lingui/core/macro'
import type { CarrierListedRow } from '@sync/gen/api'
import { useMemo } from 'react'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { theRemote } from '@/kit/remote/remote'
import { useCall } from '@/kit/remote/useCall'
import { useWords, type Words } from '@/kit/words/words'
import { kinds } from './words'

const standing = (c: CarrierListedRow): Words => (c.IsDisabled ? msg`Disabled` : c.IsAdded ? msg`Added` : msg`Not added`)

const add = (rows: CarrierListedRow[]) => theRemote().submit('Carriers/AddFromDirectory', { SCACs: rows.map((c) => c.SCAC) })

/** The larger carriers of North America, to be added to the organization's own, one or several at a time. */
export function DirectoryList() {
  const got = useCall('Carriers/Directory', undefined)
  const words = useWords()
  const spec = useMemo<ListSpec<CarrierListedRow>>(
    () => ({
      name: 'carrier-directory',
      title: msg`Carrier directory`,
      id: (c) => c.SCAC,
      columns: [
        { key: 'SCAC', label: msg`SCAC`, as: 'identifier', width: 90, phone: true },
        { key: 'CarrierName', label: msg`Name`, width: 260, phone: true },
        { key: 'Kind', label: msg`Kind`, value: (c) => words(kinds[c.Kind]), width: 130, phone: true },
        { key: 'RateModes', label: msg`Modes`, value: (c) => c.RateModes.join(', '), width: 150 },
        {
          key: 'Url',
          label: msg`Website`,
          width: 240,
          cell: (c) =>
            c.Url && (
              <a href={c.Url} target="_blank" rel="noreferrer">
                {c.Url.replace(/^https:\/\/(www\.)?/, '')}
              </a>
            ),
        },
        { key: 'standing', label: msg`Status`, value: (c) => words(standing(c)), width: 120, phone: true },
      ],
      filters: ['Kind', 'standing'],
      actions: [{ label: msg`Add`, main: true, when: (c) => !c.IsAdded, run: (c) => add([c]) }],
      bulk: [
        {
          label: msg`Add`,
          when: (c) => !c.IsAdded,
          run: async (rows) => void (await add(rows)),
          done: (n) => msg`Carriers added: ${n}. Enter their e-mail for tenders under Carriers.`,
        },
      ],
      empty: msg`The directory is empty.`,
    }),
    [words],
  )
  return <ListScreen spec={spec} rows={got.data} remote={got.remote} />
}
