import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { BookChange, SheetTable } from '@sync/gen/api'
import { type Hue, StatusBadge } from '@/kit/status/StatusBadge'
import { Table } from '@/kit/table/Table'
import { Tabs } from '@/kit/ui'
import type { Words } from '@/kit/words/words'
import css from '../Rating.module.css'

const kinds: Record<BookChange['kind'], { hue: Hue; label: Words }> = {
  added: { hue: 'good', label: msg`added` },
  removed: { hue: 'stopped', label: msg`removed` },
  changed: { hue: 'waiting', label: msg`changed` },
}
const most = 500

/** What differs between two versions, row by row and cell by cell. */
export function Changes({ of }: { of: BookChange[] }) {
  const { t } = useLingui()
  if (of.length === 0)
    return (
      <p className={css.quiet}>
        <Trans>Nothing differs.</Trans>
      </p>
    )
  return (
    <Table
      label={t`Differences`}
      caption={
        of.length > most && (
          <Trans>
            The first {most} of {of.length} differences.
          </Trans>
        )
      }
      rows={of.slice(0, most)}
      keyOf={(c) => `${c.sheet}/${c.key}/${c.column}/${c.kind}`}
      columns={[
        { head: t`What`, cell: (c) => <StatusBadge {...kinds[c.kind]} /> },
        {
          head: t`Sheet and row`,
          name: true,
          cell: (c) => (
            <>
              {c.key}
              <small>{c.sheet}</small>
            </>
          ),
        },
        { head: t`Column`, cell: (c) => c.column },
        { head: t`Before`, cell: (c) => c.before && <span className={css.before}>{c.before}</span> },
        { head: t`After`, cell: (c) => c.after && <span className={css.after}>{c.after}</span> },
      ]}
    />
  )
}

/** A contract as its sheets. */
export function Tables({ of }: { of: SheetTable[] }) {
  if (of.length === 0) return null
  return (
    <Tabs defaultValue={of[0]?.name ?? ''} keepMounted={false}>
      <Tabs.List>
        {of.map((s) => (
          <Tabs.Tab key={s.name} value={s.name}>
            {s.name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {of.map((s) => (
        <Tabs.Panel key={s.name} value={s.name} pt="xs">
          <Table
            label={s.name}
            rows={s.rows.slice(0, most)}
            keyOf={(_, n) => n} // the rows of a version never move
            columns={s.head.map((head, k) => ({ head, cell: (row: string[]) => row[k] }))}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
