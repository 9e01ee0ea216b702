import { msg } from '@lingui/core/macro'
import type { WarehouseBlock, WarehouseBlockReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Clock, choiceOf, choices, Several } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { useSiteChoices } from '../sites/useSiteChoices'

/** Blocks a time. `doors` are the warehouse's, where it is known. */
export const blockForm = (doors?: readonly string[]) =>
  defineForm<WarehouseBlockReq, WarehouseBlock>('Warehouse/SaveBlock', {
    title: msg`Block`,
    intro: msg`No truck can be booked in this time. Appointments that are booked stay.`,
    fields: {
      WarehouseId: { label: msg`Warehouse`, input: choiceOf(useSiteChoices), when: () => doors === undefined },
      Doors: {
        label: msg`Doors`,
        input: doors && doors.length > 0 ? choices(doors.map((d) => ({ value: d, label: d }))) : Several,
        hint: msg`All doors of the warehouse, where you name none.`,
      },
      FromDate: { label: msg`From`, row: 1 },
      FromTime: { label: msg`Time`, input: Clock, row: 1 },
      UntilDate: { label: msg`Until`, row: 2 },
      UntilTime: { label: msg`Time`, input: Clock, row: 2 },
      Reason: { label: msg`Reason` },
    },
    subject: (r) => r.BlockId || `${r.WarehouseId}/${r.FromDate}`,
  })

/** Times at which a warehouse, or some of its doors, take no truck. */
export const blocks = resource<WarehouseBlock, WarehouseBlockReq>({
  title: msg`Blocks`,
  list: 'Warehouse/Blocks',
  id: (b) => b.BlockId,
  called: (b) => `${b.Reason}, ${b.FromDate}`,
  write: 'book-appointments',
  columns: [
    { key: 'WarehouseId', label: msg`Warehouse` },
    { key: 'FromDate', label: msg`From`, as: 'day', phone: true },
    { key: 'FromTime', label: msg`Time`, phone: true },
    { key: 'UntilDate', label: msg`Until`, as: 'day', phone: true },
    { key: 'UntilTime', label: msg`End`, phone: true },
    { key: 'Doors', label: msg`Doors`, as: 'list' },
    { key: 'Reason', label: msg`Reason`, phone: true },
  ],
  filters: ['WarehouseId'],
  empty: msg`No blocks. A block takes doors out of the schedule for a time, and says why.`,
  form: blockForm(),
  end: 'Warehouse/RemoveBlock',
  restore: 'Warehouse/RestoreBlock',
})
