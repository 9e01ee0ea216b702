import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState } from 'react'
import { useDebouncedValue } from '../hooks'
import { useWords } from '../words/words'
import { type Choice, choicesIn, type GridColumn } from './column'
import css from './Grid.module.css'
import type { Sheet } from './sheet'

interface Props {
  sheet: Sheet<unknown>
  id: string
  column: GridColumn<unknown>
  row: unknown
  index: number
  /** What was typed to begin with; undefined edits what stands there. */
  start: string | undefined
  typed: (text: string, then: 'down' | 'up' | 'right' | 'left' | 'stay') => void
  leave: () => void
}

/** The cell while somebody types into it. Enter and Tab keep what was typed, Escape does not. */
export function CellInput({ sheet, id, column, row, index, start, typed, leave }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const list = useId()
  const [text, setText] = useState(start ?? sheet.text(id, column.key))
  const input = useRef<HTMLInputElement>(null)
  const over = useRef(false)
  const [found, setFound] = useState<readonly Choice[]>([])
  const { find } = column
  const [settled] = useDebouncedValue(text.trim(), 250)
  useEffect(() => {
    if (!find) return
    let left = false
    find(settled)
      .then((f) => left || setFound(f))
      .catch(() => left || setFound([])) // the cell is typed as it would be without
    return () => {
      left = true
    }
  }, [find, settled])
  const choices = find ? found : choicesIn(column, row)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    const end = input.current?.value.length ?? 0
    input.current?.setSelectionRange(start === undefined ? 0 : end, end)
  }, [start])
  const finish = (then: Parameters<typeof typed>[1]) => {
    over.current = true
    typed(text, then)
  }
  return (
    <>
      <input
        ref={input}
        className={css.input}
        aria-label={`${words(column.label)}, ${t`row ${index + 1}`}`}
        value={text}
        list={choices.length > 0 ? list : undefined}
        inputMode={column.kind === 'number' ? 'decimal' : column.kind === 'whole' ? 'numeric' : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(e) => setText(e.currentTarget.value)}
        onKeyDown={(e) => {
          e.stopPropagation()
          if (e.nativeEvent.isComposing) return
          if (e.key === 'Enter') finish(e.shiftKey ? 'up' : 'down')
          else if (e.key === 'Tab') finish(e.shiftKey ? 'left' : 'right')
          else if (e.key === 'Escape') {
            over.current = true
            leave()
          } else return
          e.preventDefault()
        }}
        onBlur={() => {
          if (!over.current) finish('stay')
        }}
      />
      {choices.length > 0 && (
        <datalist id={list}>
          {choices.map((c) => (
            <option key={c.value} value={c.value} label={c.label && c.label !== c.value ? c.label : undefined} />
          ))}
        </datalist>
      )}
    </>
  )
}
