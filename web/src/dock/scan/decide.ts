import { allShort, isSigned, type Load, onTruck, type Pallet } from '../load/load'
import type { Facts, Lots } from '../lot/facts'
import { fromScan, misread } from './fromScan'

/** The label belongs here: the pallet goes on. */
export interface Right {
  kind: 'load'
  pallet: Pallet
  load: Load
  code: string
  /** Beside its number, what its own label or one before it said. */
  facts?: Facts
  /** What was said and the device could not keep. The pallet counts all the same. */
  unkept?: Facts
}

/** What a scan means at a load. Only `load` becomes an action; everything else is answered here and never sent. */
export type Verdict =
  | Right
  | { kind: 'again'; pallet: Pallet; load: Load; code: string; facts?: Facts; unkept?: Facts }
  /** A lot or day from a label of its own is now with its pallet; `was` is what that had before, none where nothing new was said. */
  | { kind: 'joined'; pallet: Pallet; load: Load; facts: Facts; was?: Lots; code: string }
  /** A lot or day whose pallet is still to be scanned. */
  | { kind: 'waits'; facts: Facts; code: string }
  /** A label of an item only, of which more than one pallet is left. */
  | { kind: 'several'; load: Load; pallets: number; code: string }
  | { kind: 'elsewhere'; pallet: Pallet; load: Load | undefined; code: string }
  | { kind: 'unknown'; code: string; loading: boolean }
  /** The check digit does not fit: the label is torn or dirty. */
  | { kind: 'misread'; code: string }
  | { kind: 'ended'; load: Load; code: string }
  | { kind: 'signed'; load: Load; code: string }
  | { kind: 'twice'; code: string }
  /** The label of a bill or order, not of a pallet: a way to its load. */
  | { kind: 'bill'; load: Load; code: string }

/** The local rows that a scan is held against, each through an index. */
export interface Labels {
  byNumber(code: string): Promise<Pallet[]>
  /** Loads by bill, PRO or order number. */
  byPaper(code: string): Promise<Load[]>
  load(id: string): Promise<Load | undefined>
  /** The first load of the device's rows is not complete: a label may be right and not here yet. */
  loading(): boolean
}

/** Decides what a scan means, at a load or, without one, at the board. */
export async function decide(text: string, at: string | undefined, labels: Labels): Promise<Verdict> {
  const code = fromScan(text)
  const found = await labels.byNumber(code)
  // A customer's own number may be in use twice; the one of this load is meant then.
  const here = at ? found.find((p) => p.shipmentId === at) : undefined
  const pallet = here ?? (found.length > 1 ? await theOnlyOpen(found, labels) : found[0])
  if (!pallet) {
    if (found.length > 1) return { kind: 'twice', code }
    const load = code ? (await labels.byPaper(code))[0] : undefined
    if (load) return { kind: 'bill', load, code }
    return misread(text) ? { kind: 'misread', code } : { kind: 'unknown', code, loading: labels.loading() }
  }
  const load = await labels.load(pallet.shipmentId)
  if (at && pallet.shipmentId !== at) return { kind: 'elsewhere', pallet, load, code }
  if (!load) return { kind: 'unknown', code, loading: true }
  if (load.state === 'void') return { kind: 'ended', load, code }
  if (onTruck(pallet)) return { kind: 'again', pallet, load, code }
  if (isSigned(load)) return { kind: 'signed', load, code }
  return { kind: 'load', pallet, load, code }
}

async function theOnlyOpen(found: Pallet[], labels: Labels): Promise<Pallet | undefined> {
  const open: Pallet[] = []
  for (const p of found) {
    const load = await labels.load(p.shipmentId)
    if (load && load.state !== 'void' && !isSigned(load)) open.push(p)
  }
  return open.length === 1 ? open[0] : undefined
}

/** The pallet that a person means by the last characters of its number, as they say it: "4471". Undefined unless it is one alone. */
export function byTail(typed: string, pallets: readonly Pallet[]): Pallet | undefined {
  const tail = typed.replace(/[^0-9a-z]/gi, '').toUpperCase()
  if (tail.length < 3) return undefined
  const ends = (id: string) => id.toUpperCase().endsWith(tail)
  const found = pallets.filter((p) => ends(p.lpn) || ends(p.sscc))
  const left = found.filter((p) => !onTruck(p) && !allShort(p))
  return found.length === 1 ? found[0] : left.length === 1 ? left[0] : undefined
}
