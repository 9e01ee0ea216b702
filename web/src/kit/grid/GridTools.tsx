import { Plural, Trans, useLingui } from '@lingui/react/macro'
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
  toWrong: () => void
  toClash: () => void
  add?: () => void
  remove?: () => void
  children?: ReactNode
}

/** What the keys do, as buttons; and how many cells need another look. */
export function GridTools<R>({ sheet, undo, redo, fill, find, finding, toWrong, toClash, add, remove, children }: Props<R>) {
  const { t } = useLingui()
  const wrong = sheet.wrong.length
  const clashes = sheet.clashes.length
  return (
    <div className={css.tools} role="toolbar" aria-label={t`Grid`}>
      <PlainButton onClick={undo} disabled={!sheet.canUndo}>
        <Icon name="undo" /> <Trans>Undo</Trans>
      </PlainButton>
      <PlainButton onClick={redo} disabled={!sheet.canRedo}>
        <Trans>Redo</Trans>
      </PlainButton>
      <PlainButton onClick={fill}>
        <Icon name="down" /> <Trans>Fill down</Trans>
      </PlainButton>
      <PlainButton onClick={find} aria-expanded={finding}>
        <Icon name="search" /> <Trans>Find and replace</Trans>
      </PlainButton>
      {add && (
        <PlainButton onClick={add}>
          <Icon name="plus" /> <Trans>Add a line</Trans>
        </PlainButton>
      )}
      {remove && (
        <PlainButton onClick={remove}>
          <Trans>Take lines out</Trans>
        </PlainButton>
      )}
      {wrong > 0 && (
        <PlainButton onClick={toWrong} data-wrong>
          <Icon name="alert" /> <Plural value={wrong} one="# mistake" other="# mistakes" />
        </PlainButton>
      )}
      {clashes > 0 && (
        <PlainButton onClick={toClash} data-wrong>
          <Icon name="person" /> <Plural value={clashes} one="# cell changed by somebody else" other="# cells changed by somebody else" />
        </PlainButton>
      )}
      {children}
    </div>
  )
}
