import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { useWords } from '../words/words'
import { CellInput } from './CellInput'
import { type GridColumn, toTheRight } from './column'
import css from './Grid.module.css'
import type { RowMark } from './mark'
import type { Places } from './places'
import type { Sheet } from './sheet'

export interface Typing {
  /** What was typed to begin with; without it, what stands in the cell is edited. */
  text?: string
}

interface Props {
  sheet: Sheet<unknown>
  id: string
  version: number
  columns: readonly GridColumn<unknown>[]
  places: Places
  /** The columns in sight. */
  drawn: readonly number[]
  gridId: string
  index: number
  height: number
  /** The column that is pointed at in this row, or -1. */
  active: number
  first: number
  last: number
  ticked: boolean
  hue: RowMark['hue'] | undefined
  marked: string | undefined
  typing: Typing | undefined
  tick: (id: string, on: boolean) => void
  typed: (text: string, then: 'down' | 'up' | 'right' | 'left' | 'stay') => void
  leave: () => void
}

/** Only what stands still beside another that does says where: cells without a style of their own are much faster to draw. */
export const standing = (places: Places, n: number) => (n > 0 && n < places.frozen ? { left: places.left[n] } : undefined)

const apart = { position: 'absolute', top: 0, bottom: 0 } as const

/** One row, drawn again only when its own cells, the columns in sight or the cursor in it have changed. What a pointer does is the grid's to hear. */
export const GridRow = memo(function GridRow(p: Props) {
  const { t } = useLingui()
  const words = useWords()
  const { sheet, id, places } = p
  const row = sheet.row(id)
  const faults = sheet.faultsOf(id)
  if (row === undefined) return null
  // The cell that is pointed at is there for readers, and for what is being typed, also where it is out of sight.
  const marksAt = Math.max(
    0,
    p.columns.findIndex((c) => c.marks),
  )
  const drawn = p.active < 0 || p.drawn.includes(p.active) ? p.drawn : [...p.drawn, p.active]
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a row of a grid; focus stays on the grid
    <div
      role="row"
      aria-rowindex={p.index + 2}
      className={css.row}
      style={{ transform: `translateY(${p.index * p.height}px)` }}
      data-ticked={p.ticked || undefined}
      data-gone={sheet.isGone(id) || undefined}
      data-hue={p.hue}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above */}
      <div role="gridcell" className={css.tick} aria-colindex={1}>
        <label>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t`Select row ${p.index + 1}`}
            checked={p.ticked}
            onChange={(e) => p.tick(id, e.currentTarget.checked)}
          />
        </label>
      </div>
      {drawn.map((n) => {
        const c = p.columns[n]
        if (!c) return null
        const fault = faults.get(c.key)
        const clash = sheet.clash(id, c.key)
        const shown = sheet.shown(id, c)
        const active = p.active === n
        const typing = active ? p.typing : undefined
        const marked = n === marksAt ? p.marked : undefined
        return (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above; Enter opens the cell too
          <div
            key={c.key}
            id={active ? `${p.gridId}-${p.index}-${n}` : undefined}
            role="gridcell"
            aria-colindex={n + 2}
            aria-selected={n >= p.first && n <= p.last && p.first >= 0}
            aria-readonly={sheet.locked(id, c.key) || undefined}
            aria-invalid={fault ? true : undefined}
            className={css.cell}
            data-right={toTheRight(c) || undefined}
            data-active={active || undefined}
            data-marked={marked ? true : undefined}
            data-typing={typing ? true : undefined}
            data-edited={sheet.isEdited(id, c.key) || undefined}
            data-fault={fault || clash ? true : undefined}
            data-frozen={n < places.frozen || undefined}
            data-first={n === p.drawn[places.frozen] || undefined}
            style={p.drawn.includes(n) ? standing(places, n) : { ...apart, left: places.left[n], width: places.width[n] }}
            title={fault ? words(fault) : shown.length > 12 ? shown : undefined}
          >
            {typing ? (
              <CellInput
                key={id}
                sheet={sheet}
                id={id}
                column={c}
                row={row}
                index={p.index}
                start={typing.text}
                typed={p.typed}
                leave={p.leave}
              />
            ) : (
              <>
                {marked ? <span className={css.text}>{shown}</span> : shown}
                {marked && (
                  <span className={css.mark} title={marked}>
                    {marked}
                  </span>
                )}
                {fault && <span className="sr-only">{words(fault)}</span>}
                {clash && <span className="sr-only">{t`Someone else entered ${clash.theirs}.`}</span>}
              </>
            )}
          </div>
        )
      })}
    </div>
  )
})
