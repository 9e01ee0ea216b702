import { useRows } from '@/kit/remote/useRows'

/** The warehouses that a form offers, by name. */
export const useSiteChoices = () =>
  useRows(async (db) => (await db.warehouse_site.orderBy('id').toArray()).map((s) => ({ value: s.id, label: s.name })), [])
