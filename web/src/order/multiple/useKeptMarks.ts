import { msg } from '@lingui/core/macro'
import type { ShipmentMark } from '@sync/gen/api'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { RowMark } from '@/kit/grid/mark'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import type { Unsent } from './unsent'

const atOnce = 500
const again = 1500

const cutOff: RowMark = { hue: 'attention', words: msg`The run stopped before this shipment. Schedule it again.` }

export interface KeptMarks {
  of: (id: string) => RowMark | undefined
  /** What these say, or all, is old from now on: something new is being done with them. */
  clear: (ids?: readonly string[]) => void
}

const nameOf = (m: ShipmentMark) => `${m.shipmentId} ${m.at}`

/**
 * What the server noted of each shipment when it was scheduled with others, for a page that was not there to be told; it is not asked while `still`.
 * `left` is what a page before this one had not sent, or not heard of; so is what a lost connection cut off.
 */
export function useKeptMarks(ids: readonly string[], still: boolean, left?: Unsent): KeptMarks {
  const asked = useMemo(() => ids.slice(0, atOnce), [ids])
  const refusal = useRefusal()
  const [old, setOld] = useState<ReadonlySet<string>>(new Set())
  // While another set is asked for, what was known of each stays in its row.
  const known = useRef(new Map<string, ShipmentMark>())
  const got = useCall(
    'Shipment/BulkMarks',
    { ShipmentIds: asked },
    {
      enabled: asked.length > 0 && !still,
      staleMs: 0,
      everyMs: (list) => list?.some((m) => m.status === 'pending') && again,
    },
  ).data
  const by = useMemo(() => {
    for (const m of got ?? []) known.current.set(m.shipmentId, m)
    return new Map(known.current)
  }, [got])
  const clear = useCallback((ids?: readonly string[]) => {
    const names = [...known.current.values()].filter((m) => !ids || ids.includes(m.shipmentId)).map(nameOf)
    setOld((now) => new Set([...now, ...names]))
  }, [])
  return useMemo(
    () => ({
      of: (id) => {
        const m = by.get(id)
        if (left?.left.includes(id) || (!m && left?.going.includes(id))) return cutOff
        if (!m || old.has(nameOf(m))) return undefined
        if (m.status === 'pending') return { hue: 'waiting', words: msg`being scheduled` }
        if (m.status === 'success') return { hue: 'good', words: msg`scheduled` }
        if (m.status === 'interrupted') return cutOff
        return { hue: 'stopped', words: refusal.ofCode(m.message, m.params ?? {}) }
      },
      clear,
    }),
    [by, old, refusal, clear, left],
  )
}
