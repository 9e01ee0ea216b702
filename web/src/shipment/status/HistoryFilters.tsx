import { Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { RowSelect } from '@/kit/form/RowSelect'
import { useSession } from '@/kit/remote/user'
import { Button, Checkbox, Select, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from './History.module.css'
import { modes } from './modes'
import type { HistorySearch } from './search'

const asked = ['text', 'customer', 'entity'] as const

/** What the history is narrowed by: all of it is the server's to do, since the device holds one page at most. Texts are asked for when they are complete. */
export function HistoryFilters({ search, go }: { search: HistorySearch; go: (next: Partial<HistorySearch>) => void }) {
  const { t } = useLingui()
  const words = useWords()
  const me = useSession()?.user
  const carriers = useLiveQuery(() => local().carrier.orderBy('name').toArray())
  const sites = useLiveQuery(() => local().warehouse_site.toArray()) ?? []
  const labels = { text: t`Number or words`, customer: t`Customer`, entity: t`Charged to` }
  const narrowed = asked.some((k) => search[k]) || search.carrier || search.warehouse || search.mode || search.by
  return (
    <form
      className={`${css.filters} no-print`}
      aria-label={t`Narrow the history`}
      onSubmit={(e) => {
        e.preventDefault()
        const typed = new FormData(e.currentTarget)
        go(Object.fromEntries(asked.map((k) => [k, String(typed.get(k) ?? '').trim() || undefined])))
      }}
    >
      {asked.map((k) => (
        // By its value: what the address says is what the field shows.
        <TextInput key={`${k} ${search[k] ?? ''}`} name={k} label={labels[k]} defaultValue={search[k] ?? ''} maxLength={60} size="xs" />
      ))}
      <RowSelect
        label={t`Carrier`}
        size="xs"
        clearable
        data={carriers?.map((c) => ({ value: c.id, label: c.name }))}
        value={search.carrier ?? null}
        onChange={(carrier) => go({ carrier: carrier ?? undefined })}
      />
      <Select
        label={t`Warehouse`}
        size="xs"
        clearable
        data={sites.map((s) => ({ value: s.id, label: s.name }))}
        value={search.warehouse ?? null}
        onChange={(warehouse) => go({ warehouse: warehouse ?? undefined })}
      />
      <Select
        label={t`Rate mode`}
        size="xs"
        clearable
        data={modes.map((m) => ({ value: String(m.bit), label: words(m.label) }))}
        value={search.mode ? String(search.mode) : null}
        onChange={(mode) => go({ mode: mode ? Number(mode) : undefined })}
      />
      <Checkbox
        label={t`Built by me`}
        checked={search.by !== undefined && search.by === me}
        onChange={(e) => go({ by: e.currentTarget.checked ? me : undefined })}
      />
      <Button type="submit" size="xs" variant="default">
        <Trans>Find</Trans>
      </Button>
      {narrowed && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() =>
            go({
              text: undefined,
              customer: undefined,
              entity: undefined,
              carrier: undefined,
              warehouse: undefined,
              mode: undefined,
              by: undefined,
            })
          }
        >
          <Trans>Show all of them</Trans>
        </Button>
      )}
    </form>
  )
}
