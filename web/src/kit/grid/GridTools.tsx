import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon'
import { PlainButton } from '../plain/Plain'
import css from './Grid.module.css'
import type { Sheet } from './sheet'

interface Props<R> {
  sheet: Sheet<R>
  undo: () => void
  redo: () => void
  fill: () => void
  find: () => void
  finding: boolean
  /** No cell can be changed. */
  still: boolean
  add?: () => void
  remove?: () => void
  children?: ReactNode
}

/** What the keys do, as buttons. */
export function GridTools<R>({ sheet, undo, redo, fill, find, finding, still, add, remove, children }: Props<R>) {
  const { t } = useLingui()
  return (
    <div className={css.tools} role="toolbar" aria-label={t`Grid`}>
      {!still && (
        <>
          <PlainButton onClick={undo} disabled={!sheet.canUndo}>
            <Icon name="undo" /> <Trans>Undo</Trans>
          </PlainButton>
          <PlainButton onClick={redo} disabled={!sheet.canRedo}>
            <Trans>Redo</Trans>
          </PlainButton>
          <PlainButton onClick={fill}>
            <Icon name="down" /> <Trans>Fill down</Trans>
          </PlainButton>
        </>
      )}
      <PlainButton onClick={find} aria-expanded={finding}>
        <Icon name="search" /> {still ? <Trans>Find</Trans> : <Trans>Find and replace</Trans>}
      </PlainButton>
      {add && (
        <PlainButton onClick={add}>
          <Icon name="plus" /> <Trans>Add a line</Trans>
        </PlainButton>
      )}
      {remove && (
        <PlainButton onClick={remove}>
          <Trans>Remove lines</Trans>
        </PlainButton>
      )}
      {children}
    </div>
  )
}
