import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { BookChange, SheetTable } from '@sync/gen/api'
import { type Hue, StatusBadge } from '@/kit/status/StatusBadge'
import { Tabs } from '@/kit/ui'
import type { Words } from '@/kit/words/words'
import css from '../Rating.module.css'
import { Scroll } from '../Scroll'

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
    <Scroll label={t`Differences`}>
      <table className={css.table}>
        {of.length > most && (
          <caption>
            <Trans>
              The first {most} of {of.length} differences.
            </Trans>
          </caption>
        )}
        <thead>
          <tr>
            <th scope="col">
              <Trans>What</Trans>
            </th>
            <th scope="col">
              <Trans>Sheet and row</Trans>
            </th>
            <th scope="col">
              <Trans>Column</Trans>
            </th>
            <th scope="col">
              <Trans>Before</Trans>
            </th>
            <th scope="col">
              <Trans>After</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {of.slice(0, most).map((c) => (
            <tr key={`${c.sheet}/${c.key}/${c.column}/${c.kind}`}>
              <td>
                <StatusBadge {...kinds[c.kind]} />
              </td>
              <th scope="row">
                {c.key}
                <small>{c.sheet}</small>
              </th>
              <td>{c.column}</td>
              <td>{c.before && <span className={css.before}>{c.before}</span>}</td>
              <td>{c.after && <span className={css.after}>{c.after}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
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
          <Scroll label={s.name}>
            <table className={css.table}>
              <thead>
                <tr>
                  {s.head.map((h) => (
                    <th key={h} scope="col">
                      {h}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {s.rows.slice(0, most).map((row, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of a version never move
                  <tr key={n}>
                    {row.map((cell, k) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: nor do its columns
                      <td key={k}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
