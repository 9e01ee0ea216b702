import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { Ago } from '../format/Formats'
import { useWaiting } from '../remote/waiting'
import { Button, Skeleton } from '../ui'
import { useWords, type Words } from '../words/words'
import css from './DetailScreen.module.css'

export interface DetailScreenProps {
  title: ReactNode
  /** State, age: what is read right after the title. */
  status?: ReactNode
  /** The next action first; it is the one filled button. */
  actions?: ReactNode
  /** Undefined while it loads, null when it is not there. */
  of: object | null | undefined
  /** Synced table and key: marks unsent work. */
  entity?: string
  id?: string
  remote?: { refused?: Words; offline?: boolean; asOf?: number; again?: () => void }
  missing?: Words
  children: ReactNode
}

/** One thing on a page: what it is, where it stands, what is next; then its parts. */
export function DetailScreen({ title, status, actions, of, entity, id, remote, missing, children }: DetailScreenProps) {
  const { t } = useLingui()
  const words = useWords()
  const waiting = useWaiting(entity)
  return (
    <article className={css.detail}>
      <header className={css.head}>
        <h1>{title}</h1>
        {status}
        {id && waiting.has(id) && (
          <span className={css.waiting}>
            <Trans>Waiting to be sent</Trans>
          </span>
        )}
        <div className={`${css.actions} no-print`}>{actions}</div>
      </header>
      {remote?.asOf && (
        <p className={css.waiting} role="status">
          <Trans>
            As it was <Ago at={remote.asOf} />; newer needs a connection.
          </Trans>
        </p>
      )}
      {remote?.refused && <p role="alert">{words(remote.refused)}</p>}
      {remote?.offline && !of && (
        <p role="status">
          <Trans>No connection, and this was not opened on this device before.</Trans>
        </p>
      )}
      {(remote?.refused || remote?.offline) && remote.again && <Button onClick={remote.again}>{t`Try again`}</Button>}
      {of === null && <p role="status">{missing ? words(missing) : t`This is not here. It may have been moved, finished or removed.`}</p>}
      {of === undefined && !remote?.refused && !remote?.offline && <Waiting />}
      {of && children}
    </article>
  )
}

function Waiting() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return late ? (
    <div aria-busy="true" className={css.columns}>
      {[0, 1, 2].map((n) => (
        <Skeleton key={n} height={140} animate={false} />
      ))}
    </div>
  ) : null
}

/** Parts side by side where there is room, below one another where not. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={css.columns}>{children}</div>

export function Part({ title, actions, children }: { title: Words; actions?: ReactNode; children: ReactNode }) {
  const words = useWords()
  return (
    <section className={css.part}>
      <header>
        <h2>{words(title)}</h2>
        {actions}
      </header>
      {children}
    </section>
  )
}

export interface Fact {
  label: Words
  value: ReactNode
  big?: boolean
}

/** Names and values. A value that is not there is left out: a dash would have to be read. */
export function Facts({ facts }: { facts: (Fact | false | undefined)[] }) {
  const words = useWords()
  return (
    <dl className={css.facts}>
      {facts.map((f) =>
        f && f.value !== null && f.value !== undefined && f.value !== '' ? (
          <div key={words(f.label)} data-big={f.big}>
            <dt>{words(f.label)}</dt>
            <dd>{f.value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

export interface Step {
  label: Words
  at?: string | null
  by?: string | null
  now?: boolean
}

/** Where a thing stands: a line of states with time and who. */
export function Steps({ steps }: { steps: Step[] }) {
  const words = useWords()
  return (
    <ol className={css.steps}>
      {steps.map((s) => (
        <li key={words(s.label)} data-done={Boolean(s.at)} aria-current={s.now ? 'step' : undefined}>
          <strong>{words(s.label)}</strong>
          {s.at && (
            <small>
              <Ago at={s.at} />
              {s.by && ` · ${s.by}`}
            </small>
          )}
        </li>
      ))}
    </ol>
  )
}
