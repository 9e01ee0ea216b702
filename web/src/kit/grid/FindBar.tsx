import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { PlainButton } from '../plain/Plain'
import { TextInput } from '../ui'
import css from './Grid.module.css'
import { findText, type Range, replaceText } from './range'
import type { Sheet } from './sheet'

interface Props<R> {
  sheet: Sheet<R>
  /** The range that was chosen, where it is more than a cell. */
  within: Range | undefined
  here: { row: number; column: number }
  go: (place: { row: number; column: number }) => void
  say: (text: string) => void
  close: () => void
  /** No cell can be changed. */
  still: boolean
}

/** Find and, where cells can be changed, replace: in the chosen cells where several are chosen, in all of them otherwise. */
export function FindBar<R>({ sheet, within, here, go, say, close, still }: Props<R>) {
  const { t } = useLingui()
  const [what, setWhat] = useState('')
  const [by, setBy] = useState('')
  const [scope] = useState(within) // going from hit to hit moves the selection
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const found = findText(sheet, what, scope)
  const next = () => {
    const hit = found.find((f) => f.row > here.row || (f.row === here.row && f.column > here.column)) ?? found[0]
    if (hit) go(hit)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every reader yet
    <div
      className={css.find}
      role="search"
      onKeyDown={(e) => {
        if (e.key === 'Escape') close()
        else if (e.key === 'Enter' && e.target === first.current) next()
      }}
    >
      <TextInput
        ref={first}
        size="xs"
        aria-label={t`Find`}
        placeholder={t`Find`}
        value={what}
        onChange={(e) => setWhat(e.currentTarget.value)}
      />
      <PlainButton onClick={next} disabled={found.length === 0}>
        <Trans>Next</Trans>
      </PlainButton>
      {!still && (
        <>
          <TextInput
            size="xs"
            aria-label={t`Replace with`}
            placeholder={t`Replace with`}
            value={by}
            onChange={(e) => setBy(e.currentTarget.value)}
          />
          <PlainButton
            disabled={found.length === 0}
            onClick={() => {
              const n = replaceText(sheet, what, by, scope)
              say(t`${n} cells were written.`)
            }}
          >
            <Trans>Replace all</Trans>
          </PlainButton>
        </>
      )}
      <span role="status">
        {what !== '' && <Plural value={found.length} _0="Nothing found" one="# cell" other="# cells" />}
        {scope && (
          <>
            {' · '}
            <Trans>in the selected cells</Trans>
          </>
        )}
      </span>
      <PlainButton onClick={close}>
        <Trans>Close</Trans>
      </PlainButton>
    </div>
  )
}
