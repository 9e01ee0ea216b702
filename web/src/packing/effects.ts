import { effect, type Local } from '@sync/effect'
import type { PackingBox, PackingPlan } from '@sync/gen/tables'
import { names, scanned } from './verify/scanned'

interface Tables {
  packing_plan: Local<PackingPlan>
  packing_box: Local<PackingBox>
}

/** Sums a plan's boxes; the twin of settle in server/packing. */
async function settle({ packing_plan, packing_box }: Tables, id: string) {
  const plan = await packing_plan.get(id)
  if (!plan) return
  const boxes = await packing_box.where('planId', id)
  const packed = boxes.filter((b) => b.state !== 'open').length
  const inside = boxes.reduce((n, b) => n + b.contents.reduce((m, c) => m + c.scanned, 0), 0)
  const state = packed === plan.boxes ? 'verified' : packed > 0 || inside > 0 ? 'packing' : 'planned'
  await packing_plan.update(id, { packed, scanned: inside, state })
}

const both = ['packing_plan', 'packing_box'] as const

/** What a person sees at once at the packing table. The server's rows replace these guesses when they arrive. */
export const packingEffects = [
  effect('Packing/Scan', both, async (tables, { PlanId, BoxId, Code, Count }) => {
    const box = await tables.packing_box.get(BoxId)
    if (box?.state !== 'open') return
    const bare = scanned(Code)
    const n = Count || 1
    const content = box.contents.find((c) => names(c, bare) && c.scanned + n >= 0 && c.scanned + n <= c.count)
    if (!content) return
    await tables.packing_box.update(BoxId, { contents: box.contents.map((c) => (c === content ? { ...c, scanned: c.scanned + n } : c)) })
    await settle(tables, PlanId)
  }),

  effect('Packing/CloseBox', both, async (tables, { PlanId, BoxId, Note }, made) => {
    const box = await tables.packing_box.get(BoxId)
    const note = Note?.trim() ?? ''
    const short = box?.contents.some((c) => c.scanned < c.count)
    if (box?.state !== 'open' || (short && !note)) return
    await tables.packing_box.update(BoxId, { state: short ? 'short' : 'packed', note, packedAt: made.at, device: made.device })
    await settle(tables, PlanId)
  }),

  effect('Packing/OpenBox', both, async (tables, { PlanId, BoxId }) => {
    const box = await tables.packing_box.get(BoxId)
    if (box?.state !== 'packed' && box?.state !== 'short') return
    await tables.packing_box.update(BoxId, { state: 'open', packedAt: null, packedBy: '', device: '' })
    await settle(tables, PlanId)
  }),
]
