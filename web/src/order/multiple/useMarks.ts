import { msg } from '@lingui/core/macro'
import { useEffect, useMemo, useState } from 'react'
import type { RowMark } from '@/kit/grid/mark'
import { useRefusal } from '@/kit/remote/refusal'
import { type Trouble, theRemote } from '@/kit/remote/remote'
import { useWaiting } from '@/kit/remote/waiting'
import type { KeptMarks } from './useKeptMarks'

export interface Marks {
  of: (id: string) => RowMark | undefined
  set: (id: string, mark: RowMark | undefined) => void
  /** What these rows say, or all of them, is old from now on. */
  clear: (ids?: readonly string[]) => void
  failed: number
}

/**
 * What each row says of itself: what a bulk action makes of it, that it waits to be sent, that the server refused it; or what is `kept` of the last
 * bulk action.
 */
export function useMarks(entity: string, field: string, kept?: KeptMarks): Marks {
  const [own, setOwn] = useState<ReadonlyMap<string, RowMark>>(new Map())
  const [troubles, setTroubles] = useState<Trouble[]>([])
  const waiting = useWaiting(entity)
  const refusal = useRefusal()
  useEffect(() => theRemote().watchTroubles(setTroubles), [])
  return useMemo(() => {
    const refused = new Map<string, RowMark>(
      troubles.map((t) => [String(t.args[field] ?? ''), { hue: 'stopped', words: refusal.later(t) }]),
    )
    return {
      of: (id) => own.get(id) ?? refused.get(id) ?? (waiting.has(id) ? { hue: 'waiting', words: msg`being sent` } : kept?.of(id)),
      set: (id, mark) =>
        setOwn((now) => {
          const next = new Map(now)
          if (mark) next.set(id, mark)
          else next.delete(id)
          return next
        }),
      clear: (ids) => {
        setOwn((now) => new Map(ids && [...now].filter(([id]) => !ids.includes(id))))
        kept?.clear(ids)
      },
      failed: [...own.values()].filter((m) => m.hue === 'stopped').length,
    }
  }, [own, troubles, waiting, refusal, field, kept])
}

/** Does something to many, a few at a time. */
export async function each<T>(list: readonly T[], atOnce: number, run: (one: T) => Promise<void>): Promise<void> {
  const rest = [...list]
  const worker = async () => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await run(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
