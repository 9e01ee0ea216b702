import { local, working } from '@sync/client'
import { keep } from '@sync/send'
import { useEffect, useRef } from 'react'
import { feedback, ready } from '@/kit/feedback/feedback'
import { fetchLater } from '@/kit/later/later'
import { parseLabel } from '@/kit/scan/label'
import { useScan } from '@/kit/scan/useScan'
import { anyWaits } from '../lot/any'
import { byTail, decide, type Right, type Verdict } from './decide'
import { deviceLabels } from './labels'

/** A verdict as it is shown. A scan that the device could not keep has not happened, and is said so. `kept` is the action that it made, by its key among the troubles. */
export type Told = (Verdict | { kind: 'lost'; code: string }) & { at: number; kept?: string }

/** What the screen knows of a label without a look at the store. */
type Known = (text: string) => Right | undefined

/** The scans of a screen, one after the other. */
interface Line {
  tail: Promise<void>
  waiting: number
  /** Pallets that were scanned here: the rows on the screen may be behind. */
  done: Set<string>
  /** Kept, and not shown by the device's rows yet. */
  unshown: (() => Promise<void>)[]
  showing: Promise<void>
}

/** What follows from an answer leaves the processor to the next scan that waits. */
function showAll(line: Line): Promise<void> {
  line.showing = line.showing.then(async () => {
    for (let show = line.unshown.shift(); show; show = line.unshown.shift()) await show()
  })
  return line.showing
}

/**
 * Takes scans and typed numbers one after the other, decides each on this device, keeps the action and then tells. Only what is right is sent.
 * A person is answered when the action is kept; the rows show it once the answer is drawn, if `tell` says when. What is `known` needs no look at
 * the store; a pallet that was scanned here before is held against rows that show it.
 */
export function useScanner(
  at: string | undefined,
  tell: (told: Told) => Promise<void> | void,
  known?: Known,
): (text: string, typed?: boolean) => void {
  const line = useRef<Line>({ tail: Promise.resolve(), waiting: 0, done: new Set(), unshown: [], showing: Promise.resolve() })
  const latest = useRef({ at, tell, known })
  latest.current = { at, tell, known }

  const take = (text: string, typed = false) => {
    const { current } = line
    current.waiting++
    const one = async () => {
      const { at, tell, known } = latest.current
      const told = await judge(text, at, typed, known, current)
      const kind = 'unkept' in told ? 'again' : told.kind // something is still to be done
      feedback(kind === 'load' || kind === 'bill' || kind === 'joined' ? 'good' : kind === 'again' || kind === 'waits' ? 'repeat' : 'bad')
      drawn = tell(told)
    }
    let drawn: Promise<void> | void
    current.tail = current.tail
      .then(one)
      .catch(console.error) // a screen that breaks must not stop the scanner
      .then(() => {
        if (--current.waiting === 0) void Promise.resolve(drawn).then(() => showAll(current))
      })
  }
  useScan((text, _, poor) => {
    if (poor) void import('./poor').then((m) => m.tellPoor(poor)).catch(() => {}) // advice, no more
    take(text)
  })
  useEffect(() => {
    void warm().catch(() => {}) // the first scan does it then
  }, [])
  return take
}

// Few labels tell of lots: what reads them is no part of the first screen.
const lots = () => import('../lot/understand').catch(() => undefined)
fetchLater(lots)

/** A pallet's number is all of most scans: they are answered without a look at anything else. */
const mayTellMore = (verdict: Verdict, text: string) =>
  verdict.kind === 'load'
    ? anyWaits() || (text !== verdict.code && parseLabel(text).elements.some((e) => e.ai !== '00'))
    : verdict.kind === 'again' || verdict.kind === 'unknown' || verdict.kind === 'misread'

/** What the first scan would wait for on a slow tablet: the indexes read once, the key at hand, the loudspeaker open. */
async function warm(): Promise<void> {
  ready()
  await Promise.all([decide('-', undefined, deviceLabels), working().outbox.ready()])
}

async function judge(text: string, at: string | undefined, typed: boolean, known: Known | undefined, line: Line): Promise<Told> {
  const now = Date.now()
  let kept: { kept: string } | undefined
  try {
    const right = known?.(text)
    let verdict: Verdict = right && !line.done.has(right.pallet.id) ? right : await look(text, at, typed, line)
    if (verdict.kind === 'load') {
      const { mutation, show } = await keep('DockView/LoadPallet', {
        ShipmentId: verdict.load.id,
        PalletId: verdict.pallet.id,
        Lpn: verdict.code,
      })
      line.done.add(verdict.pallet.id)
      line.unshown.push(show)
      kept = { kept: String(mutation.n) }
    }
    if (mayTellMore(verdict, text)) {
      await showAll(line)
      verdict = (await (await lots())?.withLots(verdict, text, at, typed)) ?? verdict
      if (verdict.kind === 'load') line.done.add(verdict.pallet.id)
    }
    return { ...verdict, at: now, ...kept }
  } catch (err) {
    console.error('a scan was not kept', err)
    return { kind: 'lost', code: text, at: now }
  }
}

async function look(text: string, at: string | undefined, typed: boolean, line: Line): Promise<Verdict> {
  const verdict = await decide(text, at, deviceLabels)
  // Of a pallet that was scanned here the rows may be behind, and a number's end may mean any that is left.
  if (!('pallet' in verdict ? line.done.has(verdict.pallet.id) : typed)) return verdict
  await showAll(line)
  const now = await decide(text, at, deviceLabels)
  if (now.kind !== 'unknown' || !typed || !at) return now
  const said = byTail(text, await local().dock_pallet.where('shipmentId').equals(at).toArray())
  return said ? decide(said.lpn, at, deviceLabels) : now
}
