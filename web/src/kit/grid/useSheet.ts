import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { dropDraft, keepDraft, readDraft } from '../form/draft'
import { useLocale } from '../format/Formats'
import type { GridColumn } from './column'
import { type Draft, Sheet, type SheetOptions } from './sheet'
import { mannerOf } from './values'

interface Use<R> extends Pick<SheetOptions<R>, 'id' | 'blank' | 'newId' | 'group'> {
  columns: readonly GridColumn<R>[]
  /** The data as it is now; undefined while it loads. */
  rows: readonly R[] | undefined
  /** Unsaved work is kept under this name, through a reload and a change of page. */
  draft?: string
}

/** A sheet over live data. It lives as long as the screen; what was not saved comes back with the next one. */
export function useSheet<R>({ columns, rows, draft, ...o }: Use<R>): Sheet<R> {
  const locale = useLocale()
  const [sheet] = useState(() => new Sheet<R>(columns, { ...o, manner: mannerOf(locale) }))
  useSyncExternalStore(sheet.subscribe, () => sheet.version)
  const restored = useRef(false)
  useEffect(() => sheet.setColumns(columns), [sheet, columns])
  useEffect(() => {
    if (!rows) return
    sheet.setRows(rows)
    if (restored.current) return
    restored.current = true
    const kept = draft ? readDraft<Draft>(draft) : undefined
    if (kept) sheet.restore(kept.values)
  }, [sheet, rows, draft])
  useEffect(() => {
    if (!draft) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = undefined
      if (!restored.current) return
      const values = sheet.draft()
      if (values) keepDraft(draft, values)
      else dropDraft(draft)
    }
    const stop = sheet.subscribe(() => {
      timer ??= setTimeout(keep, 250)
    })
    const hide = () => timer !== undefined && keep()
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', hide)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', hide)
      if (timer !== undefined) keep()
    }
  }, [sheet, draft])
  return sheet
}
