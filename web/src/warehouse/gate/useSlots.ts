import { current } from '@sync/client'
import { admitTruck, heldSlots, leaseSlots, type Slots } from '@sync/slotLeases'
import { CallError, NoContact } from '@sync/wire'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSyncView } from '@/kit/remote/user'

const tick = 15_000
/** A gate that is heard of every few minutes keeps its doors for as long as its site allows. */
const often = 4 * 60_000

export type Admission = Parameters<typeof admitTruck>[1]

interface AtGate {
  /** Undefined while it is read. */
  slots: Slots | undefined
  /** How many trucks the site lets this gate admit by itself; undefined before the server has said so. */
  most: number | undefined
  admit: (lease: string, admission: Admission) => Promise<string>
  giveBack: () => Promise<void>
  /** Has this device ask for doors from now on, until they are given back. */
  take: () => void
  /** Whether this device is at the gate of this site: whoever only looks takes no doors. */
  holding: boolean
  /** Why the server gives it none. */
  refused: unknown
}

/** Where a person has said that this device holds doors; it outlives the tab and the session, as the device stays at its gate. */
const keyOf = (warehouse: string) => `lading.gate.${warehouse}`

/**
 * The doors that this device may send trucks to by itself, once a person has said that it is to hold some. While the screen is open it looks after them: it has them prolonged
 * whenever the server can be asked.
 */
export function useSlots(warehouse: string): AtGate {
  const { contact } = useSyncView()
  const [slots, setSlots] = useState<Slots>()
  const [most, setMost] = useState<number>()
  const [holding, setHolding] = useState(() => localStorage.getItem(keyOf(warehouse)) !== null)
  const [refused, setRefused] = useState<unknown>()
  const [turn, setTurn] = useState(0)
  const asked = useRef(0)
  const refusals = useRef('')
  const look = useCallback(
    () =>
      heldSlots(warehouse).then((now) => {
        const before = now.used.flatMap((u) => (u.stands === 'refused' ? [u.key] : [])).join()
        if (before !== refusals.current) asked.current = 0 // somebody has dealt with one: the server knows how
        refusals.current = before
        setSlots(now)
      }),
    [warehouse],
  )

  useEffect(() => {
    void look()
    const every = setInterval(() => {
      void look()
      setTurn((n) => n + 1)
    }, tick)
    return () => clearInterval(every)
  }, [look])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a look at whether it is time
  useEffect(() => {
    const now = current().env.clock.elapsed()
    if (contact !== 'online' || !holding || (asked.current && now - asked.current < often)) return
    asked.current = now
    void leaseSlots(warehouse)
      .then((n) => {
        if (n === undefined)
          asked.current = 0 // the server does not know this device yet
        else setMost(n)
        setRefused(undefined)
        return look()
      })
      .catch((err: unknown) => {
        asked.current = 0 // without a network it is tried at the next turn
        if (err instanceof NoContact) return
        setRefused(err)
        if (err instanceof CallError && err.status === 403) setHolding(false) // it will not be told otherwise until somebody asks again
      })
  }, [contact, holding, turn, warehouse, look])

  return {
    slots,
    most,
    admit: async (lease, admission) => {
      try {
        const slot = await admitTruck(lease, admission)
        asked.current = 0 // another door, as soon as the server has heard of this truck
        return slot.Door
      } finally {
        await look()
      }
    },
    giveBack: async () => {
      setHolding(false)
      localStorage.removeItem(keyOf(warehouse))
      try {
        await leaseSlots(warehouse, current(), true)
      } catch (err) {
        if (!(err instanceof NoContact)) throw err // what is forgotten here runs out there
      } finally {
        await look()
      }
    },
    take: () => {
      asked.current = 0
      setRefused(undefined)
      setHolding(true)
      localStorage.setItem(keyOf(warehouse), '1')
    },
    holding,
    refused,
  }
}
