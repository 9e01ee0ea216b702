import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { dayIn } from '../format/day'
import { useLocale } from '../format/Formats'
import { count } from '../format/measure'
import { Icon } from '../icon/Icon'
import { later } from '../later/later'
import { useAct } from '../remote/useAct'
import { Button, Checkbox, Popover, Stack, TextInput } from '../ui'
import { useWords } from '../words/words'
import { csv, saveFile } from './csv'
import { rowKey, valueIn } from './defineList'
import css from './List.module.css'
import type { Facets, List } from './list'
import { toRows } from './toRows'

const Tools = later(
  () => import('./Tools').then((m) => m.Tools),
  <>
    <Button variant="default" leftSection={<Icon name="paste" />} disabled>
      <Trans>Paste ids</Trans>
    </Button>
    <Button variant="default" leftSection={<Icon name="views" />} disabled>
      <Trans>Views</Trans>
    </Button>
    <Button variant="default" leftSection={<Icon name="columns" />} disabled>
      <Trans>Columns</Trans>
    </Button>
  </>,
)

interface ToolbarProps<R extends object> {
  list: List<R>
  /** How many there are on the server, where the rows are one page of them. */
  total?: number | undefined
  children?: React.ReactNode
}

/** Title, count, views, filters, pasted ids, columns, export: in the order of a person's work. */
export function Toolbar<R extends object>({ list, total, children }: ToolbarProps<R>) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const { act } = useAct()
  const [more, setMore] = useState(false)
  const all = list.total ?? 0
  const shown = list.count
  return (
    <>
      <div className={`${css.bar} no-print`}>
        <h1 className={css.heading}>
          {words(list.spec.title)}
          {list.total !== undefined && (
            <span className={css.count} role="status">
              {shown === all ? count(total ?? all, locale) : t`${count(shown, locale)} of ${count(all, locale)}`}
            </span>
          )}
        </h1>
        <TextInput
          className={css.find}
          aria-label={t`Find in this list`}
          placeholder={t`Find in this list`}
          leftSection={<Icon name="search" size="1em" />}
          value={list.text}
          onChange={(e) => list.setText(e.currentTarget.value)}
          onKeyDown={(e) => {
            if (e.key === 'Escape' && list.text) list.setText('')
            else if (e.key === 'Enter' || e.key === 'ArrowDown' || e.key === 'Escape') toRows(e.currentTarget.closest(`.${css.screen}`))
            else return
            e.preventDefault()
          }}
          data-list-find
        />
        {list.spec.filters && list.spec.filters.length > 0 && <Filters list={list} />}
        <Button className={css.moreTools} variant="default" aria-expanded={more} onClick={() => setMore(!more)}>
          <Trans>More</Trans>
        </Button>
        <div className={css.tools} data-open={more || undefined}>
          {/* whatever its rows are: they are asked for by the names of columns */}
          <Tools list={list as unknown as List<object>} />
          <Button
            variant="default"
            leftSection={<Icon name="export" />}
            disabled={shown === 0}
            onClick={() => void act(() => exportRows(list, words))}
          >
            <Trans>Export</Trans>
          </Button>
        </div>
        {children}
      </div>
      {list.narrowed && <Chips list={list} />}
    </>
  )
}

async function exportRows<R extends object>(list: List<R>, words: ReturnType<typeof useWords>) {
  const columns = list.table.getVisibleLeafColumns().flatMap((c) => list.columnOf(c.id) ?? [])
  if (list.spec.file && !list.narrowed && !Object.values(list.table.state.rowSelection).some(Boolean))
    return list.spec.file(columns.flatMap((c) => (c.inFile === false ? [] : { Key: c.inFile ?? c.key, Head: words(c.label) })))
  const chosen = list.table.state.rowSelection
  const rows = await list.take()
  const marked = rows.filter((row) => chosen[rowKey(list.spec, row)])
  const taken = marked.length > 0 ? marked : rows
  const text = csv(
    columns.map((c) => words(c.label)),
    taken.map((row) => columns.map((c) => valueIn(c, row))),
  )
  saveFile(`${words(list.spec.title).replace(/\W+/g, '-')}-${dayIn(undefined, Date.now())}.csv`, text, 'text/csv;charset=utf-8')
}

function Filters<R extends object>({ list }: { list: List<R> }) {
  const { t } = useLingui()
  const words = useWords()
  const [column, setColumn] = useState<string>()
  const [opened, setOpened] = useState(false)
  const picked = column ? list.columnOf(column) : undefined
  const values = useFacets(list, opened ? column : undefined)
  const wanted = (list.filters.find((f) => f.id === column)?.value as string[] | undefined) ?? [] // written by setFilter alone
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<Icon name="filter" />}
          onClick={() => {
            setOpened(!opened)
            setColumn(list.spec.filters?.length === 1 ? list.spec.filters[0] : undefined)
          }}
        >
          <Trans>Filter</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {!picked ? (
          <Stack gap={4} role="group" aria-label={t`Filter by`}>
            {list.spec.filters?.map((key) => {
              const c = list.columnOf(key)
              return c ? (
                <Button key={key} variant="subtle" justify="flex-start" onClick={() => setColumn(key)}>
                  {words(c.label)}
                </Button>
              ) : null
            })}
          </Stack>
        ) : (
          <fieldset className={css.facets} style={{ border: 0, margin: 0, padding: 0 }}>
            <legend>
              <strong>{words(picked.label)}</strong>
            </legend>
            {[...values]
              .sort((a, b) => b[1].n - a[1].n)
              .slice(0, 200)
              .map(([value, { label, n }]) => (
                <Checkbox
                  key={value}
                  label={`${label || '—'} · ${n}`}
                  checked={wanted.includes(value)}
                  onChange={(e) =>
                    list.setFilter(picked.key, e.currentTarget.checked ? [...wanted, value] : wanted.filter((w) => w !== value))
                  }
                />
              ))}
          </fieldset>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** What a column can be filtered by, counted when it is asked for. When rows come or go meanwhile, it is counted anew once they pause, and told when it is whole. */
function useFacets<R extends object>(list: List<R>, column: string | undefined): Facets {
  const [found, setFound] = useState<{ column: string; values: Facets }>()
  const now = useRef(list)
  now.current = list
  const again = useRef<() => void>(undefined)
  useEffect(() => {
    const picked = column ? now.current.columnOf(column) : undefined
    if (!picked) return
    let stop = () => {}
    let pause: ReturnType<typeof setTimeout>
    let counting = true
    let late = false
    const count = (calm: boolean) => {
      counting = true
      late = false
      stop = now.current.facets(picked, (values, whole) => {
        if (whole || !calm) setFound({ column: picked.key, values })
        if (!whole) return
        counting = false
        if (late) again.current?.()
      })
    }
    again.current = () => {
      late = true
      if (counting) return
      clearTimeout(pause)
      pause = setTimeout(() => count(true), 500)
    }
    count(false)
    return () => {
      again.current = undefined
      clearTimeout(pause)
      stop()
    }
  }, [column])
  const { total } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows or fewer are counted anew
  useEffect(() => again.current?.(), [total])
  return found && found.column === column ? found.values : new Map() // those of another column are none of this one
}

function Few({ ids }: { ids: readonly string[] }) {
  return (
    <span className="identifier">
      {ids.slice(0, 5).join(', ')}
      {ids.length > 5 && ' …'}
    </span>
  )
}

function Chips<R extends object>({ list }: { list: List<R> }) {
  const { t } = useLingui()
  const words = useWords()
  const chip = (key: string, text: string, remove: () => void) => (
    <span key={key} className={css.chip}>
      <span title={text}>{text}</span>
      <button type="button" aria-label={t`Remove ${text}`} onClick={remove}>
        <Icon name="close" size={14} />
      </button>
    </span>
  )
  return (
    <div className={`${css.bar} no-print`}>
      {list.text.trim() && chip('text', `“${list.text.trim()}”`, () => list.setText(''))}
      {list.filters.map((f) => {
        const column = list.columnOf(f.id)
        if (!column) return undefined
        const values = (f.value as string[]).map((code) => list.wordsOf(column, code) || '—') // written by setFilter alone
        return chip(f.id, `${words(column.label)}: ${values.join(', ')}`, () => list.setFilter(f.id, []))
      })}
      {list.ids.length > 0 && chip('ids', t`${list.ids.length} pasted ids`, () => list.setIds([]))}
      {list.hidden.length > 0 && (
        <span>
          <span role="status">
            <Plural value={list.hidden.length} one="# hidden by another filter:" other="# hidden by another filter:" />{' '}
            <Few ids={list.hidden} />
          </span>{' '}
          <Button variant="default" size="compact-sm" onClick={list.onlyIds}>
            <Trans>Show all pasted</Trans>
          </Button>
        </span>
      )}
      {list.missing.length > 0 && (
        <span role="status">
          <Plural value={list.missing.length} one="# not in this list:" other="# not in this list:" /> <Few ids={list.missing} />
        </span>
      )}
      <Button variant="subtle" size="compact-sm" onClick={list.clear}>
        <Trans>Clear all</Trans>
      </Button>
    </div>
  )
}
