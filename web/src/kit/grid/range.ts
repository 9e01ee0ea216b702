import type { Put, Sheet } from './sheet'

// What is done with a range of cells: rows and columns by their places on the screen.

export interface Range {
  top: number
  bottom: number
  left: number
  right: number
}

function cell<R>(sheet: Sheet<R>, n: number, m: number): { id: string; key: string } | undefined {
  const id = sheet.ids[n]
  const key = sheet.columns[m]?.key
  return id === undefined || key === undefined ? undefined : { id, key }
}

export function copyRange<R>(sheet: Sheet<R>, { top, bottom, left, right }: Range): string[][] {
  const ids = sheet.ids.slice(top, bottom + 1)
  return ids.map((id) => sheet.columns.slice(left, right + 1).map((c) => sheet.text(id, c.key)))
}

/** Pastes a table at a range's corner. One that goes into the range several times fills it, as a spreadsheet does. Returns where it stands and what did not fit. */
export function pasteRange<R>(
  sheet: Sheet<R>,
  table: readonly (readonly string[])[],
  at: Range,
): { range: Range; written: number; outside: number } {
  const high = table.length
  const wide = Math.max(0, ...table.map((r) => r.length))
  const ids = sheet.ids
  if (high === 0 || wide === 0) return { range: at, written: 0, outside: 0 }
  const times = (have: number, want: number) => (have > want && have % want === 0 ? have / want : 1)
  const down = times(at.bottom - at.top + 1, high)
  const across = times(at.right - at.left + 1, wide)
  const puts: Put[] = []
  let outside = 0
  for (let r = 0; r < high * down; r++) {
    const id = ids[at.top + r]
    for (let c = 0; c < wide * across; c++) {
      const text = table[r % high]?.[c % wide]
      const key = sheet.columns[at.left + c]?.key
      if (text === undefined) continue
      if (id === undefined || key === undefined) outside++
      else puts.push({ id, key, text })
    }
  }
  const written = sheet.put(puts)
  const range = {
    top: at.top,
    left: at.left,
    bottom: Math.min(ids.length, at.top + high * down) - 1,
    right: Math.min(sheet.columns.length, at.left + wide * across) - 1,
  }
  return { range, written, outside }
}

/** Fills a range with its first row; a single row takes what is above it. */
export function fillDown<R>(sheet: Sheet<R>, { top, bottom, left, right }: Range): number {
  const from = top === bottom ? top - 1 : top
  const puts: Put[] = []
  for (let n = from + 1; n <= bottom; n++)
    for (let m = left; m <= right; m++) {
      const source = cell(sheet, from, m)
      const target = cell(sheet, n, m)
      if (source && target) puts.push({ ...target, text: sheet.text(source.id, source.key) })
    }
  return sheet.put(puts)
}

export function clearRange<R>(sheet: Sheet<R>, { top, bottom, left, right }: Range): number {
  const puts: Put[] = []
  for (let n = top; n <= bottom; n++)
    for (let m = left; m <= right; m++) {
      const c = cell(sheet, n, m)
      if (c) puts.push({ ...c, text: '' })
    }
  return sheet.put(puts)
}

/** Cells that hold a text, in reading order. */
export function findText<R>(sheet: Sheet<R>, what: string, within?: Range): { row: number; column: number }[] {
  const low = what.toLowerCase()
  const out: { row: number; column: number }[] = []
  if (low === '') return out
  const ids = sheet.ids
  for (let n = within?.top ?? 0; n <= (within?.bottom ?? ids.length - 1); n++)
    for (let m = within?.left ?? 0; m <= (within?.right ?? sheet.columns.length - 1); m++) {
      const c = sheet.columns[m]
      const id = ids[n]
      if (!c || id === undefined) continue
      const text = sheet.text(id, c.key)
      const row = sheet.row(id)
      if (text.toLowerCase().includes(low) || (row !== undefined && sheet.shown(id, c).toLowerCase().includes(low)))
        out.push({ row: n, column: m })
    }
  return out
}

/** Replaces a text wherever it stands; case does not matter. Returns in how many cells. */
export function replaceText<R>(sheet: Sheet<R>, what: string, by: string, within?: Range): number {
  const pattern = new RegExp(what.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
  const puts: Put[] = []
  for (const { row, column } of findText(sheet, what, within)) {
    const c = cell(sheet, row, column)
    if (!c || sheet.locked(c.id, c.key)) continue
    const text = sheet.text(c.id, c.key)
    const then = text.replace(pattern, () => by)
    if (then !== text) puts.push({ ...c, text: then })
  }
  sheet.put(puts)
  return puts.length
}
