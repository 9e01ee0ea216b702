import { useLingui } from '@lingui/react/macro'
import { defaultRangeExtractor, type Range as Span, useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject, useCallback, useRef } from 'react'
import { useWords } from '../words/words'
import { type GridColumn, toTheRight } from './column'
import css from './Grid.module.css'
import { GridRow, standing, type Typing } from './GridRow'
import type { Place, RowMark } from './mark'
import type { Places } from './places'
import type { Range } from './range'
import type { Sheet } from './sheet'

interface Props<R> {
  sheet: Sheet<R>
  label: string
  gridId: string
  scroller: RefObject<HTMLDivElement | null>
  places: Places
  height: number
  here: Place
  range: Range
  typing: Typing | undefined
  ticked: ReadonlySet<string>
  tickAll: (on: boolean) => void
  mark: ((id: string) => RowMark | undefined) | undefined
  keys: (e: KeyboardEvent<HTMLDivElement>) => void
  select: (r: Range) => void
  point: (p: Place, extend: boolean) => void
  open: () => void
  tick: (id: string, on: boolean) => void
  typed: (text: string, then: 'down' | 'up' | 'right' | 'left' | 'stay') => void
  leave: () => void
}

/** The cells in sight. Scrolling draws this alone: rows and columns that come into sight, and the cell that is pointed at wherever it is. */
export function GridSight<R>(p: Props<R>) {
  const { t } = useLingui()
  const words = useWords()
  const { sheet, places, height, here, range, scroller } = p
  const ids = sheet.ids
  const columns = sheet.columns

  const rowsInSight = useCallback(
    (span: Span) => {
      const list = defaultRangeExtractor(span)
      return list.includes(here.row) || here.row >= span.count ? list : [...list, here.row].sort((a, b) => a - b)
    },
    [here.row],
  )
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: useCallback((n: number) => `${n} ${height}`, [height]), // measured again where the height has changed
    rangeExtractor: rowsInSight,
    overscan: 6,
    initialRect: { width: 1000, height: 600 },
  })

  // Those that move, as if the frozen ones were not there: what is covered by them is not in sight.
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length - places.frozen,
    getScrollElement: () => scroller.current,
    estimateSize: (n) => places.width[n + places.frozen] ?? 0,
    getItemKey: useCallback((n: number) => `${n} ${places.left[n]}`, [places]),
    overscan: 0,
    initialRect: { width: 1000, height: 600 },
  })
  const inSight = [
    ...Array.from({ length: places.frozen }, (_, n) => n),
    ...across.getVirtualItems().map((item) => item.index + places.frozen),
  ].filter((n) => n < columns.length)
  const drawn = useSame(inSight)

  const before = (places.left[drawn[places.frozen] ?? -1] ?? places.edge) - places.edge
  const px = (n: number) => `${places.width[n] ?? 0}px`
  const style = {
    '--wide': `${places.wide}px`,
    '--tick': `${places.tick}px`,
    '--row': `${height}px`,
    '--first': places.frozen + 3, // behind the ticks, the frozen ones, and the room of those that are out of sight
    '--columns': [`${places.tick}px`, ...drawn.slice(0, places.frozen).map(px), `${before}px`, ...drawn.slice(places.frozen).map(px)].join(
      ' ',
    ),
  } as CSSProperties // custom properties are style too
  const inSlots = useSlots(rows.getVirtualItems())
  const all = ids.length > 0 && ids.every((r) => p.ticked.has(r))

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table that is edited cell by cell is a grid
    <div
      ref={scroller}
      className={css.scroller}
      style={style}
      role="grid"
      tabIndex={0}
      aria-label={p.label}
      aria-rowcount={ids.length + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={ids.length > 0 && !p.typing ? `${p.gridId}-${here.row}-${here.column}` : undefined}
      onKeyDown={p.keys}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above; focus stays on the grid */}
      <div className={css.head} role="row" aria-rowindex={1}>
        {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above */}
        <div role="columnheader" className={css.tick} aria-colindex={1}>
          <label>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={t`Select all rows`}
              checked={all}
              ref={(box) => {
                if (box) box.indeterminate = !all && ids.some((r) => p.ticked.has(r))
              }}
              onChange={(e) => p.tickAll(e.currentTarget.checked)}
            />
          </label>
        </div>
        {drawn.map((n) => {
          const c = columns[n]
          return (
            c && (
              // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: as above; Ctrl and the arrows do the same
              <div
                key={c.key}
                role="columnheader"
                aria-colindex={n + 2}
                className={css.title}
                data-right={toTheRight(c) || undefined}
                data-frozen={n < places.frozen || undefined}
                data-first={n === drawn[places.frozen] || undefined}
                style={standing(places, n)}
                title={words(c.label)}
                onClick={() => p.select({ top: 0, bottom: ids.length - 1, left: n, right: n })}
              >
                {words(c.label)}
                {c.required && <span aria-hidden="true">*</span>}
              </div>
            )
          )
        })}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above; the keys do what the pointer does */}
      <div role="rowgroup" className={css.body} style={{ height: ids.length * height }} {...pointing(p)}>
        {inSlots.map(({ index, slot }) => {
          const id = ids[index]
          if (id === undefined) return null
          const inside = index >= range.top && index <= range.bottom
          const m = p.mark?.(id)
          return (
            <GridRow
              key={slot}
              sheet={sheet as Sheet<unknown>} // the row asks for texts alone
              id={id}
              version={sheet.versionOf(id)}
              columns={columns as readonly GridColumn<unknown>[]} // likewise
              places={places}
              drawn={drawn}
              gridId={p.gridId}
              index={index}
              height={height}
              active={index === here.row ? here.column : -1}
              first={inside ? range.left : -1}
              last={inside ? range.right : -1}
              ticked={p.ticked.has(id)}
              hue={m?.hue}
              marked={m ? words(m.words) : undefined}
              typing={index === here.row ? p.typing : undefined}
              tick={p.tick}
              typed={p.typed}
              leave={p.leave}
            />
          )
        })}
      </div>
    </div>
  )
}

/** The list of before where nothing in it differs. */
function useSame(list: readonly number[]): readonly number[] {
  const last = useRef(list)
  if (last.current.join() !== list.join()) last.current = list
  return last.current
}

/**
 * Where all rows in sight are others than before, each takes the elements of one that left: to write other texts into them is half of making them.
 * Where some stay, elements that went from one end to the other would move all between them. One stays wherever it is: that with the cursor.
 */
function useSlots(items: readonly { index: number }[]): readonly { index: number; slot: number }[] {
  const last = useRef(new Map<number, number>())
  const made = useRef(0)
  const stay = items.filter(({ index }) => last.current.has(index))
  const kept = new Set(stay.map(({ index }) => last.current.get(index)))
  const free = stay.length > 1 ? [] : [...last.current.values()].filter((slot) => !kept.has(slot))
  const now = items.map(({ index }) => ({ index, slot: last.current.get(index) ?? free.shift() ?? made.current++ }))
  last.current = new Map(now.map(({ index, slot }) => [index, slot]))
  return now
}

/** The cell under a pointer; none where that is the box of a tick or a cell that is typed into. */
function placeOf(e: { target: EventTarget }): Place | undefined {
  if (!(e.target instanceof Element) || e.target instanceof HTMLInputElement) return undefined
  const cell = e.target.closest('[role=gridcell]')
  const row = Number(cell?.parentElement?.getAttribute('aria-rowindex') ?? 0) - 2
  const column = Number(cell?.getAttribute('aria-colindex') ?? 0) - 2
  return row < 0 || column < 0 ? undefined : { row, column }
}

/** What a pointer does, heard once for all cells: a listener on each would be most of the work of drawing them. */
const pointing = ({ point, open, here }: Pick<Props<never>, 'point' | 'open' | 'here'>) => ({
  onPointerDown: (e: PointerEvent) => {
    const place = placeOf(e)
    if (place && e.button === 0) point(place, e.shiftKey)
  },
  onPointerOver: (e: PointerEvent) => {
    const place = e.buttons === 1 && e.pointerType === 'mouse' ? placeOf(e) : undefined
    if (place) point(place, true)
  },
  onDoubleClick: (e: MouseEvent) => {
    if (placeOf(e)) open()
  },
  onClick: (e: MouseEvent) => {
    const place = placeOf(e)
    const touched = e.detail === 1 && (e.nativeEvent as globalThis.PointerEvent).pointerType === 'touch' // a click is a pointer's event in every browser of today
    if (touched && place?.row === here.row && place.column === here.column) open()
  },
})
