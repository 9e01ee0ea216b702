import { msg } from '@lingui/core/macro'
import type { WarehouseDropTerm, WarehouseDropTermReq, WarehouseYardRow, WarehouseYardRowReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Count, choiceOf, oneOf, Several, Text, Toggle } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import type { Words } from '@/kit/words/words'
import { useSiteChoices } from '../sites/useSiteChoices'

const kinds: Record<WarehouseYardRow['kind'], Words> = { spots: msg`Spots`, reefer: msg`Spots with power`, doors: msg`Doors` }
const ofSpots = (r: Partial<WarehouseYardRowReq>) => r.kind !== 'doors'

/** The rows of a yard, as they lie on its map. */
export const yardRows = resource<WarehouseYardRow, WarehouseYardRowReq>({
  title: msg`Yard rows`,
  list: 'Yard/Rows',
  id: (r) => r.id,
  called: (r) => `${r.warehouse} ${r.name}`,
  write: 'manage-warehouses',
  fresh: { kind: 'spots', first: 1, spots: 10, closed: [], doors: [], x: 0, y: 0, down: false },
  columns: [
    { key: 'warehouse', label: msg`Warehouse` },
    { key: 'name', label: msg`Row`, phone: true },
    { key: 'kind', label: msg`Kind`, phone: true },
    { key: 'first', label: msg`First spot`, as: 'number', value: (r) => (ofSpots(r) ? r.first : '') },
    { key: 'spots', label: msg`Number of spots`, as: 'number', phone: true, value: (r) => r.spots || '' },
    { key: 'closed', label: msg`Closed spots`, as: 'list' },
    { key: 'doors', label: msg`Doors`, as: 'list' },
    { key: 'x', label: msg`From the left`, as: 'number' },
    { key: 'y', label: msg`From the top`, as: 'number' },
  ],
  filters: ['warehouse', 'kind'],
  empty: msg`No rows. Draw the yard row by row; doors that no row has lie above them.`,
  form: defineForm<WarehouseYardRowReq, WarehouseYardRow>('Yard/SaveRow', {
    title: msg`Yard row`,
    fields: {
      warehouse: { label: msg`Warehouse`, input: choiceOf(useSiteChoices), row: 1 },
      name: { label: msg`Row`, input: Text, hint: msg`As on its sign: A`, row: 1 },
      kind: { label: msg`Kind`, input: oneOf(kinds) },
      first: { label: msg`First spot`, input: Count, row: 2, when: ofSpots },
      spots: { label: msg`Number of spots`, input: Count, row: 2, when: ofSpots },
      closed: { label: msg`Closed spots`, input: Several, hint: msg`Numbers of spots where nothing may stand.`, when: ofSpots },
      doors: {
        label: msg`Doors`,
        input: Several,
        hint: msg`In their order. All doors of the warehouse, where you name none.`,
        when: (r) => !ofSpots(r),
      },
      x: { label: msg`From the left`, input: Count, hint: msg`In widths of a spot.`, row: 3 },
      y: { label: msg`From the top`, input: Count, row: 3 },
      down: { label: msg`Runs down the map`, input: Toggle },
    },
    toRequest: (r) =>
      r.kind === 'doors'
        ? { ...base(r), first: 0, spots: 0, closed: [], doors: r.doors ?? [] }
        : { ...base(r), closed: r.closed ?? [], doors: [] },
    subject: (r) => r.id || `${r.warehouse}/${r.name}`,
  }),
  end: 'Yard/RemoveRow',
  restore: 'Yard/RestoreRow',
})

const base = (r: Partial<WarehouseYardRowReq>): Partial<WarehouseYardRowReq> => ({
  ...(r.id ? { id: r.id } : {}),
  ...(r.Rev ? { Rev: r.Rev } : {}),
  warehouse: r.warehouse ?? '',
  name: r.name ?? '',
  kind: r.kind ?? 'spots',
  first: r.first ?? 0,
  spots: r.spots ?? 0,
  x: r.x ?? 0,
  y: r.y ?? 0,
  down: r.down ?? false,
})

/** How many days drop trailers stand free, by carrier. */
export const dropTerms = resource<WarehouseDropTerm, WarehouseDropTermReq>({
  title: msg`Free days of drop trailers`,
  list: 'Yard/DropTerms',
  id: (d) => d.DropTermId,
  called: (d) => `${d.WarehouseId} ${d.Carrier || '–'}`,
  write: 'manage-warehouses',
  columns: [
    { key: 'WarehouseId', label: msg`Warehouse`, phone: true },
    { key: 'Carrier', label: msg`Carrier`, phone: true, value: (d) => d.Carrier || '*' },
    { key: 'FreeDays', label: msg`Free days`, as: 'number', phone: true },
  ],
  empty: msg`No free days. Add those of a carrier, or of all others.`,
  form: defineForm<WarehouseDropTermReq, WarehouseDropTerm>('Yard/SaveDropTerm', {
    title: msg`Free days`,
    fields: {
      WarehouseId: { label: msg`Warehouse`, input: choiceOf(useSiteChoices) },
      Carrier: { label: msg`Carrier`, input: Text, hint: msg`SCAC. Empty for all carriers that have none of their own.`, row: 1 },
      FreeDays: { label: msg`Free days`, input: Count, row: 1 },
    },
    subject: (d) => d.DropTermId || `${d.WarehouseId}/${d.Carrier}`,
  }),
  end: 'Yard/RemoveDropTerm',
  restore: 'Yard/RestoreDropTerm',
})
