import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Ago } from '../format/Formats'
import { useMediaQuery } from '../hooks'
import { useSyncView, useUserId } from '../remote/user'
import { useWaiting } from '../remote/waiting'
import { Button, Skeleton } from '../ui'
import { useWords, type Words } from '../words/words'
import type { ListSpec } from './defineList'
import { Grid } from './Grid'
import css from './List.module.css'
import type { List } from './list'
import { Pager } from './Pager'
import { SelectionBar } from './SelectionBar'
import { Toolbar } from './Toolbar'
import { toRows } from './toRows'
import { undoLast } from './undo'
import { type Sought, useHeld } from './useHeld'
import { useLook } from './useLook'

export interface ListScreenProps<R extends object> {
  spec: ListSpec<R>
  /** Undefined while the local rows load. */
  rows: readonly R[] | undefined
  /** For rows that come from a call: why there are none, how old they are, how many there are beyond this page. Local rows need nothing here. */
  remote?: {
    refused?: Words
    head?: string | undefined
    offline?: boolean
    asOf?: number
    again?: () => void
    total?: number
    sought?: Sought
  }
  /** Buttons of the whole list: New, Import. */
  children?: ReactNode
}

/** A list as a screen, of rows that are all at hand. */
export function ListScreen<R extends object>({ spec, rows, remote, children }: ListScreenProps<R>) {
  const list = useHeld(useLook(spec, useUserId()), rows, remote?.sought)
  return (
    <ListFrame list={list} remote={remote}>
      {children}
    </ListFrame>
  )
}

interface ListFrameProps<R extends object> extends Pick<ListScreenProps<R>, 'remote' | 'children'> {
  list: List<R>
}

/** What every list has, wherever its rows are. The kit owns how loading, empty, refused, offline and waiting-to-sync look, the keyboard, columns and export. */
export function ListFrame<R extends object>({ list, remote, children }: ListFrameProps<R>) {
  const { t } = useLingui()
  const words = useWords()
  const { spec, total } = list
  const waiting = useWaiting(spec.entity)
  // Nothing of a device's first load may be called nothing at all.
  const coming = useSyncView().loading.length > 0 && spec.entity !== undefined
  // What is swiped is held in the hand: there a tablet shows cards, too.
  const cards = useMediaQuery(spec.swipe ? '(max-width: 56em), (pointer: coarse)' : '(max-width: 40em)') ?? false
  const root = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const keys = (e: KeyboardEvent) => {
      const typing = e.target instanceof Element && e.target.closest('input, textarea, select, [contenteditable]')
      if (typing) return
      const nowhere = e.target === document.body || (e.target instanceof HTMLElement && e.target.tagName === 'MAIN')
      if (e.key === '/') root.current?.querySelector<HTMLElement>('[data-list-find]')?.focus()
      else if (nowhere && (e.key === 'ArrowDown' || e.key === 'ArrowUp')) toRows(root.current)
      else if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'z' && undoLast()) {
        // handled
      } else return
      e.preventDefault()
    }
    addEventListener('keydown', keys)
    return () => removeEventListener('keydown', keys)
  }, [])

  return (
    <div ref={root} className={css.screen} data-hand={(cards && spec.swipe !== undefined) || undefined}>
      <Toolbar list={list} total={remote?.total}>
        {children}
      </Toolbar>
      {remote?.asOf && (
        <p className={css.old} role="status" style={{ margin: 0 }}>
          <Trans>
            As it was <Ago at={remote.asOf} />; newer needs a connection.
          </Trans>
        </p>
      )}
      {total === undefined && !remote?.refused && !remote?.offline && <Loading />}
      {remote?.refused && (
        <State title={remote.head ?? t`This list was refused`} text={words(remote.refused)}>
          {remote.again && <Button onClick={remote.again}>{t`Try again`}</Button>}
        </State>
      )}
      {remote?.offline && total === undefined && (
        <State
          title={t`No connection`}
          text={t`This list comes from the server and was not opened on this device before. It appears when there is a connection.`}
        >
          {remote.again && <Button onClick={remote.again}>{t`Try again`}</Button>}
        </State>
      )}
      {total === 0 &&
        !remote?.refused &&
        (coming ? (
          <State title={t`On their way to this device…`} text={t`The first load is not complete. Rows appear here as they arrive.`} />
        ) : (
          <State title={t`No records found`} text={words(spec.empty)} />
        ))}
      {total !== undefined && total > 0 && list.count === 0 && (
        <State
          title={t`Nothing here matches`}
          text={plural(total, { one: '# row is hidden by the filters above.', other: '# rows are hidden by the filters above.' })}
        >
          <Button onClick={list.clear}>{t`Show all`}</Button>
        </State>
      )}
      {list.count > 0 && <Grid list={list} waiting={waiting} cards={cards} label={words(spec.title)} />}
      {spec.pageSize && list.count > Math.min(spec.pageSize, list.size || spec.pageSize) && <Pager list={list} />}
      <SelectionBar list={list} />
    </div>
  )
}

function State({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={css.state} role="status">
      <strong>{title}</strong>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}

/** Nothing for 300 ms, then the shape of what comes, then a reason. Never a spinner on an empty page. */
function Loading() {
  const [phase, setPhase] = useState<'quiet' | 'shape' | 'late'>('quiet')
  useEffect(() => {
    const shape = setTimeout(() => setPhase('shape'), 300)
    const late = setTimeout(() => setPhase('late'), 3000)
    return () => {
      clearTimeout(shape)
      clearTimeout(late)
    }
  }, [])
  if (phase === 'quiet') return <div className={css.skeleton} aria-busy="true" />
  return (
    <div className={css.skeleton} aria-busy="true">
      {phase === 'late' && (
        <p role="status" style={{ margin: 0 }}>
          <Trans>Still reading what is on this device…</Trans>
        </p>
      )}
      {Array.from({ length: 12 }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars of a skeleton are all alike
        <Skeleton key={n} height={22} animate={false} />
      ))}
    </div>
  )
}
