import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { headWidth } from '../theme/headWidth'
import type { Words } from '../words/words'
import { useWords } from '../words/words'
import { CellLine } from './CellLine'
import { readTable, writeTable } from './clipboard'
import { FindBar } from './FindBar'
import css from './Grid.module.css'
import type { Typing } from './GridRow'
import { GridSight } from './GridSight'
import { GridTools } from './GridTools'
import type { Place, RowMark } from './mark'
import { Only } from './Only'
import { placesOf } from './places'
import { clearRange, copyRange, fillDown, pasteRange, type Range } from './range'
import type { Sheet } from './sheet'
import { Wrong } from './Wrong'

interface Props<R> {
  sheet: Sheet<R>
  label: string
  ticked: ReadonlySet<string>
  onTick: (ids: ReadonlySet<string>) => void
  mark?: (id: string) => RowMark | undefined
  /** Rows can be added and taken out. */
  grows?: boolean
  empty: Words
  /** Stands among the tools, at their end. */
  children?: ReactNode
}

/**
 * An editable grid: typing, pasting, filling, finding, undoing by keyboard, as in a spreadsheet. Focus stays on the grid and a cell is pointed
 * at, so that a row that is scrolled away never takes the keyboard with it; only rows in sight are drawn.
 */
export function EditGrid<R>({ sheet, label, ticked, onTick, mark, grows, empty, children }: Props<R>) {
  const { t } = useLingui()
  const words = useWords()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<Place>({ row: 0, column: 0 })
  const [from, setFrom] = useState<Place>({ row: 0, column: 0 })
  const [typing, setTyping] = useState<Typing>()
  const [finding, setFinding] = useState(false)
  const [said, setSaid] = useState('')
  const ids = sheet.ids
  const columns = sheet.columns
  const clamp = (p: Place): Place => ({
    row: Math.max(0, Math.min(sheet.ids.length - 1, p.row)), // of now: a row may have come since this was drawn
    column: Math.max(0, Math.min(columns.length - 1, p.column)),
  })
  const here = clamp(at)
  const other = clamp(from)
  const range: Range = {
    top: Math.min(here.row, other.row),
    bottom: Math.max(here.row, other.row),
    left: Math.min(here.column, other.column),
    right: Math.max(here.column, other.column),
  }
  const dock = document.documentElement.dataset.density === 'dock'
  const height = dock ? 60 : 32

  const narrow = window.innerWidth < 700
  const places = useMemo(() => placesOf(columns, { dock, narrow, head: (c) => headWidth(words(c.label)) }), [columns, dock, narrow, words])

  // Shown once it is drawn: a row that was looked for may just have come back.
  const wanted = useRef<Place>(undefined)
  useLayoutEffect(() => {
    const box = scroller.current
    const p = wanted.current
    wanted.current = undefined
    if (!box || !p) return
    const head = box.firstElementChild?.clientHeight ?? 0
    const top = p.row * height
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + height + head > box.scrollTop + box.clientHeight) box.scrollTop = top + height + head - box.clientHeight
    if (p.column < places.frozen) return
    const begin = places.left[p.column] ?? 0
    const end = begin + (places.width[p.column] ?? 0)
    if (end > box.scrollLeft + box.clientWidth) box.scrollLeft = end - box.clientWidth + 12
    if (begin < box.scrollLeft + places.edge) box.scrollLeft = begin - places.edge
  })
  const show = (p: Place) => {
    wanted.current = p
  }
  const go = (to: Place, extend = false) => {
    const next = clamp(to)
    setAt(next)
    if (!extend) setFrom(next)
    show(next)
  }
  const select = (r: Range) => {
    setAt({ row: r.top, column: r.left })
    setFrom({ row: r.bottom, column: r.right })
    show({ row: r.top, column: r.left })
  }
  const seek = (cell: { id: string; key: string } | undefined) => {
    if (!cell) return
    sheet.reveal(cell.id)
    go({ row: sheet.ids.indexOf(cell.id), column: sheet.columns.findIndex((c) => c.key === cell.key) })
    scroller.current?.focus()
  }

  const cellAt = (p: Place) => {
    const rowId = ids[p.row]
    const column = columns[p.column]
    return rowId !== undefined && column ? { id: rowId, column } : undefined
  }
  const begin = (text?: string) => {
    const cell = cellAt(here)
    if (!cell || sheet.locked(cell.id, cell.column.key)) {
      setSaid(t`This cell cannot be changed.`)
      return
    }
    setTyping(text === undefined ? {} : { text })
  }
  const commit = (text: string, then: 'down' | 'up' | 'right' | 'left' | 'stay') => {
    const cell = cellAt(here)
    setTyping(undefined)
    if (cell) sheet.put([{ id: cell.id, key: cell.column.key, text }])
    const step = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] }[then]
    go({ row: here.row + (step[0] ?? 0), column: here.column + (step[1] ?? 0) })
    scroller.current?.focus()
  }

  const tell = (n: number, outside: number) => {
    const wrong = sheet.wrong.length
    setSaid(
      [
        t`${n} cells were written.`,
        outside > 0 ? t`${outside} values had no cell and were skipped.` : '',
        wrong > 0 ? t`Check these cells: ${wrong}.` : '',
      ]
        .filter(Boolean)
        .join(' '),
    )
  }

  // Clipboard events go to the page's body where nothing is selected, so they are taken there while the grid has the focus.
  const clipboard = useRef({ copy: (_: DataTransfer, __: boolean) => {}, paste: (_: string) => {} })
  clipboard.current = {
    copy: (data, cut) => {
      data.setData('text/plain', writeTable(copyRange(sheet, range)))
      if (cut) clearRange(sheet, range)
    },
    paste: (text) => {
      const done = pasteRange(sheet, readTable(text), range)
      select(done.range)
      tell(done.written, done.outside)
    },
  }
  useEffect(() => {
    const mine = () => document.activeElement === scroller.current
    const copy = (e: ClipboardEvent) => {
      if (!mine() || !e.clipboardData) return
      e.preventDefault()
      clipboard.current.copy(e.clipboardData, e.type === 'cut')
    }
    const paste = (e: ClipboardEvent) => {
      if (!mine() || !e.clipboardData) return
      e.preventDefault()
      clipboard.current.paste(e.clipboardData.getData('text/plain'))
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste)
    }
  }, [])

  const undo = () => seek(sheet.undo())
  const redo = () => seek(sheet.redo())
  const fill = () => tell(fillDown(sheet, range), 0)
  const tick = (rows: readonly string[], on: boolean) => {
    const next = new Set(ticked)
    // The lines of an order are chosen together.
    const groups = new Set(rows.map(sheet.groupOf))
    for (const r of ids) if (groups.has(sheet.groupOf(r))) on ? next.add(r) : next.delete(r)
    onTick(next)
  }

  const keys = (e: KeyboardEvent<HTMLDivElement>) => {
    if (e.target !== e.currentTarget || ids.length === 0) return
    const ctrl = e.ctrlKey || e.metaKey
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 600) / height) - 2)
    const chosen = ids.slice(range.top, range.bottom + 1)
    const to: Record<string, Place> = {
      ArrowDown: { row: ctrl ? ids.length - 1 : here.row + 1, column: here.column },
      ArrowUp: { row: ctrl ? 0 : here.row - 1, column: here.column },
      ArrowRight: { row: here.row, column: ctrl ? columns.length - 1 : here.column + 1 },
      ArrowLeft: { row: here.row, column: ctrl ? 0 : here.column - 1 },
      PageDown: { row: here.row + page, column: here.column },
      PageUp: { row: here.row - page, column: here.column },
      Home: { row: ctrl ? 0 : here.row, column: 0 },
      End: { row: ctrl ? ids.length - 1 : here.row, column: columns.length - 1 },
    }
    const place = to[e.key]
    const letter = e.key.toLowerCase()
    if (place && !e.altKey) go(place, e.shiftKey)
    else if (ctrl && letter === 'a') select({ top: 0, bottom: ids.length - 1, left: 0, right: columns.length - 1 })
    else if (ctrl && letter === 'z') e.shiftKey ? redo() : undo()
    else if (ctrl && letter === 'y') redo()
    else if (ctrl && letter === 'd') fill()
    else if (ctrl && (letter === 'f' || letter === 'h')) setFinding(true)
    else if (ctrl || e.altKey) return
    else if (e.key === ' ' && e.shiftKey) tick(chosen, !chosen.every((r) => ticked.has(r)))
    else if (e.key === 'Delete' || e.key === 'Backspace') tell(clearRange(sheet, range), 0)
    else if (e.key === 'F2' || e.key === 'Enter') begin()
    else if (e.key === 'F8') seek(next(sheet.wrong, sheet, here))
    else if (e.key === 'Escape') go(here)
    else if (e.key.length === 1) begin(e.key)
    else return
    e.preventDefault()
  }

  const point = useCallback((p: Place, extend: boolean) => {
    setAt(p)
    if (!extend) setFrom(p)
  }, [])
  const open = useRef(begin)
  open.current = begin
  const openHere = useCallback(() => open.current(), [])
  const tickOne = useRef(tick)
  tickOne.current = tick
  const onRowTick = useCallback((row: string, on: boolean) => tickOne.current([row], on), [])
  const typed = useRef(commit)
  typed.current = commit
  const onTyped = useCallback((...a: Parameters<typeof commit>) => typed.current(...a), [])
  const leave = useCallback(() => {
    setTyping(undefined)
    scroller.current?.focus()
  }, [])

  const current = cellAt(here)
  // Nothing here is anybody's to type: what only changes cells is not offered.
  const still = !grows && columns.every((c) => c.locked === true)
  return (
    <div className={css.whole}>
      <GridTools
        sheet={sheet}
        undo={undo}
        redo={redo}
        fill={fill}
        find={() => setFinding(!finding)}
        finding={finding}
        still={still}
        {...(grows && current
          ? {
              add: () => seek({ id: sheet.add(ids[range.bottom] ?? '') ?? '', key: columns[here.column]?.key ?? '' }),
              remove: () => sheet.remove(ids.slice(range.top, range.bottom + 1)),
            }
          : {})}
      >
        <Only sheet={sheet} ticked={ticked} />
        {children}
      </GridTools>
      {finding && (
        <FindBar
          sheet={sheet}
          still={still}
          within={range.top === range.bottom && range.left === range.right ? undefined : range}
          here={here}
          go={(p) => go(p)}
          say={setSaid}
          close={() => {
            setFinding(false)
            scroller.current?.focus()
          }}
        />
      )}
      {current && (
        <div className={css.above}>
          <CellLine sheet={sheet} id={current.id} column={current.column} row={here.row} mark={mark?.(current.id)} />
          <Wrong
            sheet={sheet}
            toWrong={() => seek(next(sheet.wrong, sheet, here))}
            toClash={() => seek(next(sheet.clashes, sheet, here))}
          />
        </div>
      )}
      <GridSight
        sheet={sheet}
        label={label}
        gridId={id}
        scroller={scroller}
        places={places}
        height={height}
        here={here}
        range={range}
        typing={typing}
        ticked={ticked}
        tickAll={(on) => onTick(on ? new Set(ids) : new Set())}
        mark={mark}
        keys={keys}
        select={select}
        point={point}
        open={openHere}
        tick={onRowTick}
        typed={onTyped}
        leave={leave}
      />
      {ids.length === 0 && <p className={css.empty}>{words(empty)}</p>}
      <p className={css.keys} aria-hidden="true">
        {still ? (
          <Trans>Ctrl+C copies · Ctrl+F finds · Shift+Space selects</Trans>
        ) : (
          <Trans>
            Enter edits · Ctrl+V pastes · Ctrl+D fills down · Ctrl+F finds · Ctrl+Z undoes · F8 next error · Shift+Space selects
          </Trans>
        )}
      </p>
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  )
}

/** The first of some cells behind a place, or the very first. */
function next<R>(cells: readonly { id: string; key: string }[], sheet: Sheet<R>, here: Place) {
  const ids = new Map(sheet.ids.map((rowId, n) => [rowId, n]))
  const column = (key: string) => sheet.columns.findIndex((c) => c.key === key)
  return (
    cells.find((c) => {
      const row = ids.get(c.id) ?? -1
      return row > here.row || (row === here.row && column(c.key) > here.column)
    }) ?? cells[0]
  )
}
