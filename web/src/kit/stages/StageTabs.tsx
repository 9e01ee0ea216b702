import { type KeyboardEvent, useRef } from 'react'
import { useLocale } from '../format/Formats'
import { count } from '../format/measure'
import { useWords, type Words } from '../words/words'
import css from './Stages.module.css'
import { useInSight } from './useInSight'

export interface StageTab<K extends string> {
  key: K
  label: Words
  /** How many are in it; undefined while nobody knows. */
  n: number | undefined
}

/** The stages of a list as tabs: one stop of the Tab key, the arrows go along them. */
export function StageTabs<K extends string>({
  label,
  tabs,
  at,
  go,
}: {
  label: string
  tabs: readonly StageTab<K>[]
  at: K
  go: (key: K) => void
}) {
  const words = useWords()
  const locale = useLocale()
  const strip = useRef<HTMLDivElement>(null)
  useInSight(strip, at, tabs.map((t) => t.n ?? '').join())
  const along = (e: KeyboardEvent) => {
    const here = tabs.findIndex((t) => t.key === at)
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[e.key]
    const next = to === undefined ? undefined : tabs[to % tabs.length]
    if (!next) return
    e.preventDefault()
    go(next.key)
    strip.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(next)]?.focus()
  }
  return (
    <div ref={strip} className={`${css.tabs} no-print`} role="tablist" aria-label={label} onKeyDown={along}>
      {tabs.map(({ key, label, n }) => (
        <button key={key} type="button" role="tab" aria-selected={key === at} tabIndex={key === at ? 0 : -1} onClick={() => go(key)}>
          {words(label)} {n !== undefined && <span className={css.n}>{count(n, locale)}</span>}
        </button>
      ))}
    </div>
  )
}
