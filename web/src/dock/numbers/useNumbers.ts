import { current, working } from '@sync/client'
import { leftOf, type NumberKind } from '@sync/leases'
import { part } from '@sync/part'
import { useCallback, useEffect, useState } from 'react'
import { useSyncView } from '@/kit/remote/user'

const theLeases = part(() => import('@sync/leaseAhead'))
const enough: Record<Exclude<NumberKind, 'pro'>, number> = { sscc: 1000, bol: 100 }
const pause = 60_000
/** The server alone knows which carriers gave ranges, so it is asked now and then in any case. */
const often = 3_600_000
let asked = 0

export interface Left {
  sscc: number
  bol: number
  pro: number
}

/** How many numbers this tablet holds, for a carrier; look again after each use. Undefined while it is read. */
export function useNumbers(carrier = ''): { left: Left | undefined; look: () => void } {
  const [left, setLeft] = useState<Left>()
  const look = useCallback(() => {
    const { work } = current()
    if (!work) return
    void Promise.all([work.outbox.leases(), work.outbox.queue()]).then(([held, { device }]) =>
      setLeft({ sscc: leftOf(held, device, 'sscc'), bol: leftOf(held, device, 'bol'), pro: leftOf(held, device, 'pro', carrier) }),
    )
  }, [carrier])
  const ahead = useNumbersAhead()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server gave just now is looked at, too
  useEffect(look, [look, ahead])
  return { left, look }
}

/** Takes numbers ahead whenever the server can be asked and fewer than half a shift's are left. Gives how often it did. */
export function useNumbersAhead(): number {
  const { contact } = useSyncView()
  const [times, setTimes] = useState(0)
  useEffect(() => {
    if (contact !== 'online') return
    void (async () => {
      const { work } = current()
      if (!work || Date.now() - asked < pause) return
      const [held, { device, enrolled }] = await Promise.all([work.outbox.leases(), work.outbox.queue()])
      const low = leftOf(held, device, 'sscc') < enough.sscc || leftOf(held, device, 'bol') < enough.bol
      if (!enrolled || (!low && Date.now() - asked < often)) return
      asked = Date.now()
      await theLeases().then((m) => m.leaseAhead())
      setTimes((n) => n + 1)
    })().catch(() => {}) // without a network it is tried at the next contact
  }, [contact])
  return times
}

/** A key for a pallet that is made here. */
export const newKey = () => working().outbox.newId()
