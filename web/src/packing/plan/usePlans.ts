import type { PackingBox, PackingPlan } from '@sync/gen/tables'
import { useRows } from '@/kit/remote/useRows'

/** The plans that this device has, the latest first. */
export const usePlans = (): PackingPlan[] | undefined =>
  useRows(
    async (db) =>
      (await db.packing_plan.toArray()).filter((p) => p.state !== 'dropped').sort((a, b) => (b.madeAt ?? '').localeCompare(a.madeAt ?? '')),
    [],
  )

/** One plan; null where this device does not have it. */
export const usePlan = (id: string): PackingPlan | null | undefined => useRows(async (db) => (await db.packing_plan.get(id)) ?? null, [id])

/** A plan's boxes in their order. */
export const useBoxes = (id: string): PackingBox[] | undefined =>
  useRows(async (db) => (await db.packing_box.where('planId').equals(id).toArray()).sort((a, b) => a.n - b.n), [id])
