import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Icon } from '../icon/Icon'
import { hrefOf } from '../page/PageLink'
import { useSession } from '../remote/user'
import { Swipe } from '../swipe/Swipe'
import type { Side } from '../swipe/useSwipe'
import { headWidth } from '../theme/headWidth'
import { Menu } from '../ui'
import { useWords } from '../words/words'
import { alignOf, Cell } from './Cell'
import { type Column, type ListSpec, type RowAction, valueIn } from './defineList'
import css from './List.module.css'
import type { List } from './list'
import { rememberScroll } from './scroll'
import { useRowRun } from './useRowRun'

const ahead = 50

interface GridProps<R extends object> {
  list: List<R>
  /** Rows with unsent work. */
  waiting: ReadonlySet<string>
  /** A phone shows each row as a card. */
  cards: boolean
  label: string
}

/** The rows. Focus stays on the grid and a cell is pointed at, so that scrolling a row away never loses the keyboard. */
export function Grid<R extends object>({ list, waiting, cards, label }: GridProps<R>) {
  const { t } = useLingui()
  const words = useWords()
  const id = useId()
  const navigate = useNavigate()
  const session = useSession()
  const scroller = useRef<HTMLDivElement>(null)
  const { table, spec } = list
  const visible = table.getVisibleLeafColumns()
  const shown = visible.map((c) => c.id).join('\n')
  const columns = useMemo(() => shown.split('\n').flatMap((key) => spec.columns.find((c) => c.key === key) ?? []), [shown, spec])
  const choosable = (spec.bulk?.length ?? 0) > 0
  const acting = (spec.actions?.length ?? 0) > 0
  const menus = (spec.actions?.length ?? 0) > 1
  // As wide as the longest button that stands in a row; where there are only the three dots, no more than them.
  const longest = useMemo(
    () => Math.max(0, ...new Set(list.near.map((row) => words(mainOf(row, spec.actions ?? [])?.label ?? '').length))),
    [list.near, spec, words],
  )
  const [at, setAt] = useState({ row: 0, column: 0 })
  const here = { row: Math.min(at.row, list.length - 1), column: Math.min(at.column, columns.length - 1) }
  const dock = document.documentElement.dataset.density === 'dock'

  const now = useRef(list)
  now.current = list
  // Always the same function: for another one the places of all rows are reckoned anew.
  const keyOf = useCallback((n: number) => now.current.idAt(n) ?? n, [])
  const virtual = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (cards ? 112 : dock ? 60 : 34),
    getItemKey: keyOf,
    overscan: cards ? 3 : 6,
    initialRect: { width: 1000, height: 600 },
  })
  // A phone that is turned shows lines where it showed cards: they are not as high as those were.
  const drawn = useRef(cards)
  useLayoutEffect(() => {
    if (drawn.current !== cards) virtual.measure()
    drawn.current = cards
  }, [cards, virtual])
  useEffect(() => rememberScroll(list.name, scroller.current), [list.name])
  // Told in steps, so that not every frame of a scroll asks for rows; and some rows ahead of the eye.
  const items = virtual.getVirtualItems()
  const from = Math.max(0, Math.floor(((items[0]?.index ?? 0) - ahead) / ahead) * ahead)
  const to = Math.ceil(((items.at(-1)?.index ?? 0) + ahead) / ahead) * ahead
  const { see } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list under the same eye is told, too
  useEffect(() => see?.(from, to), [from, to, list.count, list.page])

  const widths = [
    choosable ? 'var(--target)' : '',
    ...visible.map((c, n) => {
      const set = `calc(${c.getSize()}px * var(--mantine-scale))`
      // A title is read whole, in any language, with the arrow and the place of its sorting; unless somebody chose a width.
      const label = words(list.columnOf(c.id)?.label ?? '')
      const width = c.id in table.state.columnSizing ? set : `max(${set}, ${(headWidth(label) / 14 + 3.1).toFixed(1)}em)`
      return n === visible.length - 1 ? `minmax(${width}, 1fr)` : width
    }),
    acting
      ? `calc(${longest > 0 ? `min(14em, ${longest * 0.62}em) + 22px` : '0px'} + 22px${menus ? ' + max(28px, var(--target))' : ''})`
      : '',
  ]
  const template = { '--columns': widths.filter(Boolean).join(' ') } as CSSProperties // a custom property is a style too
  const offset = choosable ? 1 : 0

  const move = (row: number, column: number) => {
    const next = { row: Math.max(0, Math.min(list.length - 1, row)), column: Math.max(0, Math.min(columns.length - 1, column)) }
    setAt(next)
    virtual.scrollToIndex(next.row)
  }

  const run = useRowRun<R>()
  const enter = () => {
    const row = list.at(here.row)
    if (!row) return
    const place = columns[here.column]?.link?.(row) ?? columns.find((c) => c.link)?.link?.(row)
    const href = place && session ? hrefOf(place, session.pages) : undefined
    const main = (cards && spec.swipe?.(row).right) || spec.actions?.find((a) => a.main && (a.when?.(row) ?? true))
    if (main && !columns[here.column]?.link) void run(main, row)
    else if (href) void navigate({ href })
    else if (main) void run(main, row)
  }

  const chosen = table.state.rowSelection
  const mark = (ids: readonly string[], on: boolean) => table.setRowSelection((now) => marked(now, ids, on))
  const everyId = () => marked({}, idsOf(list), true)
  const everyChosen = useMemo(() => {
    const some = Object.keys(chosen).length
    for (let n = 0; n < list.length; n++) if (some < list.length || !chosen[list.idAt(n) ?? '']) return false
    return list.length > 0
  }, [list, chosen])
  const last = useRef<string>(undefined)
  /** Ticks a row; with Shift all from the one that was ticked before. */
  const choose = useCallback((row: number, on: boolean, through: boolean) => {
    const { idAt, table } = now.current
    const id = idAt(row)
    if (id === undefined) return
    const ids = [id]
    const from = through ? idsOf(now.current).indexOf(last.current ?? '') : -1
    if (from >= 0) for (let n = Math.min(from, row); n <= Math.max(from, row); n++) ids.push(idAt(n) ?? id)
    last.current = id
    table.setRowSelection((was) => marked(was, ids, on))
  }, [])

  const keys = (e: KeyboardEvent<HTMLDivElement>) => {
    if (e.target !== e.currentTarget) return // a button or link inside the grid has its own keys
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 600) / (dock ? 60 : 34)) - 2)
    const jump = e.ctrlKey || e.metaKey
    const to: Record<string, () => void> = {
      ArrowDown: () => move(here.row + 1, here.column),
      ArrowUp: () => move(here.row - 1, here.column),
      ArrowRight: () => move(here.row, here.column + 1),
      ArrowLeft: () => move(here.row, here.column - 1),
      PageDown: () => move(here.row + page, here.column),
      PageUp: () => move(here.row - page, here.column),
      Home: () => move(jump ? 0 : here.row, 0),
      End: () => move(jump ? list.length - 1 : here.row, columns.length - 1),
      Enter: enter,
      Escape: () => table.resetRowSelection(true),
    }
    const row = list.idAt(here.row)
    if (e.key === 'ContextMenu' || (e.shiftKey && e.key === 'F10')) {
      scroller.current?.querySelector<HTMLElement>(`[data-index="${here.row}"] [aria-haspopup="menu"]`)?.click()
    } else if (choosable && e.key === ' ' && row) {
      mark([row], !chosen[row])
    } else if (choosable && e.shiftKey && (e.key === 'ArrowDown' || e.key === 'ArrowUp') && row) {
      const next = list.idAt(here.row + (e.key === 'ArrowDown' ? 1 : -1))
      mark(next === undefined ? [row] : [row, next], true)
      to[e.key]?.()
    } else if (choosable && jump && e.key.toLowerCase() === 'a') {
      table.setRowSelection(everyId())
    } else if (jump && e.key.toLowerCase() === 'c' && row) {
      const column = columns[here.column]
      const data = list.at(here.row)
      if (column && data) void navigator.clipboard?.writeText(String(valueIn(column, data) ?? ''))
    } else if (to[e.key]) {
      to[e.key]?.()
    } else return
    e.preventDefault()
  }

  const cellId = (row: number, column: number) => `${id}-${row}-${column}`
  const active = list.length > 0 ? cellId(here.row, here.column) : undefined

  return (
    <div
      ref={scroller}
      className={css.scroller}
      style={template}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={list.length + 1}
      aria-colcount={columns.length + offset + (acting ? 1 : 0)}
      aria-multiselectable={choosable || undefined}
      aria-activedescendant={active}
      onKeyDown={keys}
      data-cards={cards || undefined}
    >
      <div className={css.head} role="row" aria-rowindex={1}>
        {choosable && (
          <div role="columnheader" className={css.tick}>
            <input
              type="checkbox"
              aria-label={t`Select all`}
              tabIndex={-1}
              checked={everyChosen}
              ref={(box) => {
                if (box) box.indeterminate = !everyChosen && Object.keys(chosen).length > 0
              }}
              onChange={(e) => table.setRowSelection(e.currentTarget.checked ? everyId() : {})}
            />
          </div>
        )}
        {table.getHeaderGroups()[0]?.headers.map((header, n) => {
          const column = list.columnOf(header.column.id)
          const sorted = header.column.getIsSorted()
          const position = table.state.sorting.length > 1 ? header.column.getSortIndex() + 1 : 0
          return (
            <div
              key={header.id}
              role="columnheader"
              className={css.title}
              data-frozen={n === 0 || undefined}
              aria-colindex={n + 1 + offset}
              aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}
              data-align={column && alignOf(column)}
            >
              <button
                type="button"
                tabIndex={-1}
                title={t`Sort; hold Shift to add to the order`}
                onClick={(e) => header.column.toggleSorting(undefined, e.shiftKey)}
              >
                <span>{column && words(column.label)}</span>
                {sorted && <Icon name={sorted === 'asc' ? 'up' : 'down'} size="0.9em" />}
                {sorted && position > 0 && <sub>{position}</sub>}
              </button>
              {/* Widths can also be chosen by keyboard, in the columns menu. */}
              <span
                className={css.grip}
                aria-hidden="true"
                onMouseDown={header.getResizeHandler()}
                onTouchStart={header.getResizeHandler()}
              />
            </div>
          )
        })}
        {acting && (
          <div role="columnheader" className={css.title} data-end>
            <span className="sr-only">{t`Actions`}</span>
          </div>
        )}
      </div>
      <div role="rowgroup" className={css.body} style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = list.at(item.index)
          const rowId = list.idAt(item.index)
          if (rowId === undefined) return null
          // It stands where it will be; what is in it is a moment away.
          if (!row)
            return (
              <div
                key={rowId}
                role="row"
                aria-rowindex={item.index + 2}
                aria-busy="true"
                className={css.row}
                style={{ transform: `translateY(${item.start}px)`, height: item.size }}
              />
            )
          return (
            <GridRow
              key={rowId}
              ref={cards ? virtual.measureElement : undefined}
              spec={spec}
              columns={columns}
              data={row}
              index={item.index}
              start={item.start}
              height={cards ? undefined : item.size}
              cards={cards}
              choosable={choosable}
              chosen={Boolean(chosen[rowId])}
              waiting={waiting.has(rowId)}
              active={item.index === here.row ? here.column : -1}
              gridId={id}
              point={setAt}
              choose={choose}
            />
          )
        })}
      </div>
    </div>
  )
}

type Marks = Record<string, true>

const idsOf = <R extends object>({ length, idAt }: List<R>) => Array.from({ length }, (_, n) => idAt(n) ?? '')

const marked = (now: Marks, ids: readonly string[], on: boolean): Marks => {
  const next = { ...now }
  for (const id of ids)
    if (on) next[id] = true
    else delete next[id]
  return next
}

interface GridRowProps<R extends object> {
  ref?: (element: Element | null) => void
  spec: ListSpec<R>
  columns: Column<R>[]
  data: R
  index: number
  start: number
  height: number | undefined
  cards: boolean
  choosable: boolean
  chosen: boolean
  waiting: boolean
  /** The column that is pointed at, or -1. */
  active: number
  gridId: string
  point: (at: { row: number; column: number }) => void
  choose: (row: number, on: boolean, through: boolean) => void
}

/** One row, drawn again only when something of its own has changed; scrolling ten thousand of them depends on it. */
const GridRow = memo(PlainRow) as typeof PlainRow // memo forgets the type parameter

function PlainRow<R extends object>(p: GridRowProps<R>) {
  const { t } = useLingui()
  const words = useWords()
  const { spec, columns, data, cards, choosable } = p
  const offset = choosable ? 1 : 0
  const run = useRowRun<R>()
  const sides = cards ? spec.swipe?.(data) : undefined
  const inside = (
    <>
      {choosable && (
        <div role="gridcell" className={css.tick}>
          {/* The label makes the whole corner a target. */}
          <label>
            <input
              type="checkbox"
              aria-label={t`Choose`}
              tabIndex={-1}
              checked={p.chosen}
              onClick={(e) => p.choose(p.index, !p.chosen, e.shiftKey)}
              onChange={() => {} /* the click knows about Shift */}
            />
          </label>
        </div>
      )}
      {columns.map((column, n) => {
        // A card says what there is; a name without a value would only make it longer.
        if (cards && n > 0 && (column.phone === false || nothingIn(column, data))) return null
        return (
          <div
            key={column.key}
            id={`${p.gridId}-${p.index}-${n}`}
            role="gridcell"
            aria-colindex={n + 1 + offset}
            className={css.cell}
            data-frozen={n === 0 || undefined}
            data-align={alignOf(column)}
            data-active={p.active === n || undefined}
            onMouseDown={() => p.point({ row: p.index, column: n })}
          >
            {n === 0 && p.waiting && (
              <span className={css.waiting} role="img" title={t`Waiting to be sent`} aria-label={t`Waiting to be sent`}>
                <Icon name="clock" size="1em" />
              </span>
            )}
            {cards && n > 0 && <span className={css.cardLabel}>{words(column.label)}</span>}
            <Cell spec={spec} column={column} row={data} />
          </div>
        )
      })}
      {spec.actions && spec.actions.length > 0 && (
        <div role="gridcell" className={css.actions}>
          <RowActions row={data} actions={spec.actions} sides={sides} run={run} />
        </div>
      )}
    </>
  )
  return (
    <div
      ref={p.ref}
      data-index={p.index}
      role="row"
      aria-rowindex={p.index + 2}
      aria-selected={choosable ? p.chosen : undefined}
      className={css.row}
      data-hue={spec.hue?.(data)}
      data-waiting={p.waiting || undefined}
      data-swipe={sides ? true : undefined}
      style={{ transform: `translateY(${p.start}px)`, height: p.height }}
    >
      {sides ? (
        <Swipe
          className={css.slide}
          sides={Object.fromEntries(Object.entries(sides).map(([side, a]) => [side, { label: words(a.label), run: () => run(a, data) }]))}
        >
          {inside}
        </Swipe>
      ) : (
        inside
      )}
    </div>
  )
}

const nothingIn = <R,>(column: Column<R>, row: R) => {
  const value = valueIn(column, row)
  return (
    (!column.cell || column.value !== undefined) &&
    (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
  )
}

/** What stands in a row as a button: what comes next for it, or all that there is. */
function mainOf<R>(row: R, actions: RowAction<R>[]) {
  const offered = actions.filter((a) => a.when?.(row) ?? true)
  return offered.find((a) => a.main) ?? (offered.length === 1 ? offered.find((a) => !a.hard) : undefined)
}

/** Plain buttons: a menu is made for a row only when it is opened, not for each of the rows that scroll by. */
function RowActions<R>({
  row,
  actions,
  sides,
  run,
}: {
  row: R
  actions: RowAction<R>[]
  sides: Partial<Record<Side, RowAction<R>>> | undefined
  run: (action: RowAction<R>, row: R) => Promise<void>
}) {
  const { t } = useLingui()
  const words = useWords()
  const [opened, setOpened] = useState(false)
  const start = (action: RowAction<R> | undefined) => {
    if (action) void run(action, row)
  }
  const offered = actions.filter((a) => a.when?.(row) ?? true)
  const main = sides?.right ?? mainOf(row, actions)
  // What stands on a card as a button is in reach of the Tab key there, and need not be in the menu again.
  const shown = [main, sides?.left].map((a) => words(a?.label ?? ''))
  const rest = offered.filter((a) => !shown.includes(words(a.label)))
  const tab = sides ? 0 : -1
  const more = (
    <button
      type="button"
      className={css.action}
      tabIndex={tab}
      aria-label={t`More actions`}
      aria-haspopup="menu"
      onClick={() => setOpened(true)}
    >
      <Icon name="more" />
    </button>
  )
  return (
    <>
      {sides?.left && (
        <button type="button" className={css.action} tabIndex={tab} data-also onClick={() => start(sides.left)}>
          {words(sides.left.label)}
        </button>
      )}
      {main && (
        <button type="button" className={css.action} tabIndex={tab} data-main onClick={() => start(main)}>
          {words(main.label)}
        </button>
      )}
      {rest.length > 0 &&
        (opened ? (
          <Menu opened onClose={() => setOpened(false)} trapFocus returnFocus={false} position="bottom-end" withinPortal>
            <Menu.Target>{more}</Menu.Target>
            <Menu.Dropdown>
              {rest.map((a) => (
                <Menu.Item key={words(a.label)} leftSection={a.icon && <Icon name={a.icon} />} onClick={() => start(a)}>
                  {words(a.label)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : (
          more
        ))}
    </>
  )
}
