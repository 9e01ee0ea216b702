import { local, working } from '@sync/client'
import { keep } from '@sync/send'
import { useEffect, useRef } from 'react'
import { feedback, ready } from '@/kit/feedback/feedback'
import { afterFirstScreen } from '@/kit/later/later'
import { useScan } from '@/kit/scan/useScan'
import { anyWaits } from '../lot/any'
import { byTail, decide, type Verdict } from './decide'
import { deviceLabels } from './labels'

/** A verdict as it is shown. A scan that the device could not keep has not happened, and is said so. */
export type Told = (Verdict | { kind: 'lost'; code: string }) & { at: number }

/**
 * Takes scans and typed numbers one after the other, decides each on this device, keeps the action and then tells. Only what is right is sent.
 * A person is answered when the action is kept; the next scan is held against rows that show it.
 */
export function useScanner(at: string | undefined, tell: (told: Told) => void, enabled = true): (text: string, typed?: boolean) => void {
  const line = useRef(Promise.resolve())
  const latest = useRef({ at, tell })
  latest.current = { at, tell }

  const take = (text: string, typed = false) => {
    line.current = line.current.then(async () => {
      const { at, tell } = latest.current
      const { told, shown } = await judge(text, at, typed)
      tell(told)
      const { kind } = told
      feedback(kind === 'load' || kind === 'bill' || kind === 'joined' ? 'good' : kind === 'again' || kind === 'waits' ? 'repeat' : 'bad')
      await shown
    })
  }
  useScan((text) => take(text), enabled)
  useEffect(() => {
    void warm().catch(() => {}) // the first scan does it then
  }, [])
  return take
}

// Few labels tell of lots: what reads them is no part of the first screen.
const lots = () => import('../lot/understand').catch(() => undefined)
afterFirstScreen(() => void lots())

/** A pallet's number is all of most scans: they are answered without a look at anything else. No announcement or spacing is longer than this. */
const mayTellMore = (verdict: Verdict, text: string) =>
  verdict.kind === 'load'
    ? anyWaits() || text.length > verdict.code.length + 10
    : verdict.kind === 'again' || verdict.kind === 'unknown' || verdict.kind === 'misread'

/** What the first scan would wait for on a slow tablet: the indexes read once, the key at hand, the loudspeaker open. */
async function warm(): Promise<void> {
  ready()
  await Promise.all([decide('-', undefined, deviceLabels), working().outbox.ready()])
}

async function judge(text: string, at: string | undefined, typed: boolean): Promise<{ told: Told; shown?: Promise<void> }> {
  const now = Date.now()
  try {
    let verdict = await decide(text, at, deviceLabels)
    if (verdict.kind === 'unknown' && typed && at) {
      const said = byTail(text, await local().dock_pallet.where('shipmentId').equals(at).toArray())
      if (said) verdict = await decide(said.lpn, at, deviceLabels)
    }
    let shown: Promise<void> | undefined
    if (verdict.kind === 'load')
      ({ shown } = await keep('DockView/LoadPallet', { ShipmentId: verdict.load.id, PalletId: verdict.pallet.id, Lpn: verdict.code }))
    if (mayTellMore(verdict, text)) {
      await shown
      verdict = (await (await lots())?.withLots(verdict, text, at, typed)) ?? verdict
    }
    return { told: { ...verdict, at: now }, shown }
  } catch (err) {
    console.error('a scan was not kept', err)
    return { told: { kind: 'lost', code: text, at: now } }
  }
}
