import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OrgMergedShown, OrgPlace } from '@sync/gen/api'
import { useMemo } from 'react'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { defineList } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { followWords } from './followWords'

type Kind = 'customer' | 'location'

const unmergeForm = defineForm('Org/Unmerge', {
  title: msg`Take back the merge`,
  intro: msg`The row is in the address book again, under its code and name. Orders and loads that followed the merge stay with the other row.`,
  fields: {},
  submit: msg`Take back`,
})

/** Rows that were merged: what each was, into whom, by whom, and what followed. */
export function MergedPart({ kind, onLeave }: { kind: Kind; onLeave: () => void }) {
  const words = useWords()
  const got = useCall('Org/MergedPlaces', { Kind: kind }, { staleMs: 0 })
  const spec = useMemo(
    () =>
      defineList<OrgMergedShown>({
        name: `merged-${kind}`,
        title: kind === 'customer' ? msg`Merged customers` : msg`Merged locations`,
        id: (m) => m.PlaceId,
        columns: [
          { key: 'Code', label: msg`Code`, phone: true, width: 120 },
          { key: 'Name', label: msg`Name`, phone: true, width: 200 },
          {
            key: 'Address',
            label: msg`Address`,
            value: (m) => [m.Was.Street, m.Was.City, m.Was.State, m.Was.Zip].filter(Boolean).join(', '),
            width: 260,
          },
          {
            key: 'Into',
            label: msg`Merged into`,
            value: (m) => (m.IntoCode ? `${m.IntoCode}, ${m.IntoName}` : ''),
            phone: true,
            width: 240,
          },
          { key: 'ByName', label: msg`Merged by`, phone: true, width: 160 },
          { key: 'At', label: msg`Merged`, as: 'dateTime', phone: true, width: 160 },
          {
            key: 'Followed',
            label: msg`What followed`,
            value: (m) => m.Followed.map((f) => `${words(followWords[f.Noun])}: ${f.Moved + f.Ended}`).join(', '),
            width: 300,
          },
        ],
        sort: [{ id: 'At', desc: true }],
        actions: [{ label: msg`Take back the merge`, hard: true, run: (m) => openForm(unmergeForm, { Kind: kind, PlaceId: m.PlaceId }) }],
        empty: msg`Nothing was merged yet.`,
      }),
    [kind, words],
  )
  return (
    <ListScreen spec={spec} rows={got.data} remote={got.remote}>
      <Button variant="default" onClick={onLeave}>
        <Trans>Addresses</Trans>
      </Button>
    </ListScreen>
  )
}

/** Rows that may be one party, each group with a way to its merge. */
export function DoublesPart({ kind, rows, onMerge }: { kind: Kind; rows: OrgPlace[]; onMerge: (ids: string[]) => void }) {
  const { t } = useLingui()
  const { data } = useCall('Org/LikelyDoubles', { Kind: kind })
  const named = (id: string) => rows.find((r) => r.PlaceId === id)
  const groups = (data ?? []).filter((d) => d.PlaceIds.every(named))
  if (groups.length === 0) return null
  return (
    <details>
      <summary>
        <Trans>Likely doubles: {groups.length}</Trans>
      </summary>
      <Table
        label={t`Likely doubles`}
        rows={groups}
        keyOf={(d) => d.PlaceIds.join()}
        columns={[
          {
            head: t`Rows`,
            name: true,
            cell: (d) =>
              d.PlaceIds.map((id) => {
                const p = named(id)
                return p && `${p.Code}, ${p.Name}`
              }).join(' · '),
          },
          { head: t`Alike in`, cell: (d) => (d.Reason === 'code' ? t`Code` : t`Name and ZIP`) },
          {
            head: t`Action`,
            cell: (d) => (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t`Merge ${d.PlaceIds.map((id) => named(id)?.Code).join(', ')}`}
                onClick={() => onMerge(d.PlaceIds)}
              >
                <Trans>Merge…</Trans>
              </Button>
            ),
          },
        ]}
      />
    </details>
  )
}
