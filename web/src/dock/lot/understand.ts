import { local, working } from '@sync/client'
import { keep } from '@sync/send'
import { isLeft, isSigned, type Load, type Pallet } from '../load/load'
import { decide, type Verdict } from '../scan/decide'
import { deviceLabels } from '../scan/labels'
import { type Facts, hasLot, type Lots, lotKinds, tradeFacts } from './facts'
import { against, fateOf, lastScanned, ofAnotherItem, ofItem } from './join'
import { read } from './rule'
import { beganWithLot, dropOld, hand, hold, name, settle, waitsAt } from './waiting'

type Counted = Verdict & { kind: 'load' | 'again' }

/**
 * Goes on where the pallet's number is not all that there is to a scan: a label of a lot or a day, one written in a supplier's own way, a pallet
 * whose lot waits. What it joins is kept as every other action is.
 */
export async function withLots(verdict: Verdict, text: string, at: string | undefined, typed: boolean): Promise<Verdict> {
  if (verdict.kind === 'load' || verdict.kind === 'again') {
    const own = tradeFacts(text, Date.now(), typed)
    return scanned(verdict, own === 'misread' ? undefined : own)
  }
  const facts = tradeFacts(text, Date.now(), typed) ?? (await ownFacts(verdict.code))
  if (facts === 'misread') return { kind: 'misread', code: verdict.code }
  if (!facts) return verdict
  if (!facts.pallet) return alone(facts, verdict, at)
  return facts.pallet === verdict.code ? verdict : count(await decide(facts.pallet, at, deviceLabels), facts)
}

/** Counts the pallet that a label meant in another way than by its number alone. */
async function count(verdict: Verdict, facts: Facts): Promise<Verdict> {
  if (verdict.kind !== 'load' && verdict.kind !== 'again') return verdict
  if (verdict.kind === 'load') {
    const { show } = await keep('DockView/LoadPallet', { ShipmentId: verdict.load.id, PalletId: verdict.pallet.id, Lpn: verdict.code })
    await show()
  }
  return scanned(verdict, facts)
}

/** What a label says by a rule that somebody taught. */
async function ownFacts(code: string): Promise<Facts | 'misread' | undefined> {
  for (const rule of await local().dock_label_rule.toArray()) {
    const facts = read(rule, code)
    if (facts) return facts
  }
  return undefined
}

/** A pallet was scanned, and is counted: a lot that cannot be kept with it is said, and takes nothing of that away. */
async function scanned<V extends Counted>(verdict: V, own: Facts | undefined): Promise<V> {
  const said = { ...waitsAt(verdict.load.id), ...own }
  try {
    dropOld()
    return await together(verdict, own)
  } catch (err) {
    console.error('a lot was not kept', err)
    return hasLot(said) ? { ...verdict, unkept: said } : verdict
  }
}

/** What a pallet's label says beside its number, and what was scanned before it, is its own. */
async function together<V extends Counted>(verdict: V, own: Facts | undefined): Promise<V> {
  const { pallet, load } = verdict
  if (verdict.kind === 'again') name(pallet.id, (await inLoad(load.id)).last?.id ?? '')
  const waits = waitsAt(load.id)
  const facts = { ...waits, ...own }
  if (!hasLot(facts) && !facts.item) return verdict
  if (ofAnotherItem(facts, pallet) || against(facts, pallet).length > 0) {
    if (own && hasLot(own)) hold(load.id, own) // the worker sees both, and says which one holds
    return verdict
  }
  await note(load, pallet, facts)
  if (waits) {
    settle(load.id)
    beganWithLot(pallet.id)
  }
  return { ...verdict, facts }
}

/** A label that names no pallet. */
async function alone(facts: Facts, verdict: Verdict, at: string | undefined): Promise<Verdict> {
  const { code } = verdict
  const load = at ? await local().dock_shipment.get(at) : undefined
  if (load?.state === 'void') return { kind: 'ended', load, code }
  if (load && isSigned(load)) return { kind: 'signed', load, code }
  const { pallets, inHand } = load ? await inLoad(load.id) : { pallets: [], inHand: undefined }
  if (!hasLot(facts)) {
    if (!load) return verdict
    const [one, ...others] = ofItem(facts, pallets.filter(isLeft))
    if (others.length > 0) return { kind: 'several', load, code, pallets: others.length + 1 }
    return one ? count(await decide(one.lpn, at, deviceLabels), facts) : verdict
  }
  const fate = waitsAt(at) ? 'wait' : fateOf(facts, inHand, inHand !== undefined && hand().lotFirst === inHand.id)
  if (!load || !inHand || fate === 'wait') {
    hold(at, facts)
    return { kind: 'waits', facts, code }
  }
  const joined = { kind: 'joined', pallet: inHand, load, facts, code: inHand.lpn } as const
  if (fate === 'same') return joined
  await note(load, inHand, facts)
  return { ...joined, was: { lot: inHand.lot, expiresOn: inHand.expiresOn, bestBefore: inHand.bestBefore } }
}

/** A load's pallets, the last that this device counted, and the one in the worker's hands: that one, or another that was scanned again since. */
async function inLoad(load: string): Promise<{ pallets: Pallet[]; last: Pallet | undefined; inHand: Pallet | undefined }> {
  const pallets = await local().dock_pallet.where('shipmentId').equals(load).toArray()
  const last = lastScanned(pallets, (await working().outbox.queue()).device)
  const { named } = hand()
  const again = named?.after === (last?.id ?? '') ? pallets.find((p) => p.id === named.pallet) : undefined
  return { pallets, last, inHand: again ?? last }
}

/** Keeps what a pallet lacks of this. */
export async function note(load: Pick<Load, 'id'>, pallet: Pallet, facts: Facts): Promise<void> {
  if (!lotKinds.some((k) => facts[k] && !pallet[k]) && !(facts.item && pallet.itemCode === '')) return
  await tell(load, pallet, { lot: facts.lot ?? '', expiresOn: facts.expiresOn ?? '', bestBefore: facts.bestBefore ?? '' }, facts.item)
}

/** Has a pallet's lot and days be these, whatever it had. */
export const put = (load: Pick<Load, 'id'>, pallet: Pallet, lots: Lots) => tell(load, pallet, lots, undefined, true)

async function tell(load: Pick<Load, 'id'>, pallet: Pallet, { lot, expiresOn, bestBefore }: Lots, item = '', instead = false) {
  const { show } = await keep('DockView/NoteLot', {
    ShipmentId: load.id,
    PalletId: pallet.id,
    Lpn: pallet.lpn,
    Lot: lot,
    ExpiresOn: expiresOn,
    BestBefore: bestBefore,
    ...(pallet.itemCode === '' && item ? { ItemCode: item } : {}),
    ...(instead ? { Instead: true } : {}),
  })
  await show()
}
