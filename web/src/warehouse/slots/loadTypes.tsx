import { msg } from '@lingui/core/macro'
import type { WarehouseLoadType, WarehouseLoadTypeReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Clock, Count, choice, choiceOf, choices, Text, Toggle } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { useWords, type Words } from '@/kit/words/words'
import { useSiteChoices } from '../sites/useSiteChoices'
import { type Direction, directions } from './plans'

const references: Record<string, Words> = { PO: msg`PO`, BOL: msg`BOL`, LOAD: msg`Load number` }
const bookers: Record<string, Words> = { carrier: msg`Carriers`, broker: msg`Brokers`, vendor: msg`Vendors` }

function Named({ of, names }: { of: readonly string[]; names: Record<string, Words> }) {
  const words = useWords()
  return <>{of.map((v) => words(names[v] ?? v)).join(', ')}</>
}

const options = (names: Record<string, Words>) => Object.entries(names).map(([value, label]) => ({ value, label }))

/** The kinds of truck that a warehouse takes, and on which terms. */
export const loadTypes = resource<WarehouseLoadType, WarehouseLoadTypeReq>({
  title: msg`Load types`,
  list: 'Warehouse/LoadTypes',
  id: (t) => t.LoadTypeId,
  called: (t) => `${t.Name}, ${t.WarehouseId}`,
  write: 'manage-warehouses',
  columns: [
    { key: 'WarehouseId', label: msg`Warehouse` },
    { key: 'Name', label: msg`Load type`, phone: true },
    {
      key: 'Direction',
      label: msg`Direction`,
      phone: true,
      cell: (t) => <Named of={[t.Direction]} names={directions satisfies Record<Direction, Words>} />,
    },
    { key: 'Minutes', label: msg`Minutes`, as: 'number', phone: true, value: (t) => t.Minutes || '' },
    { key: 'Bookers', label: msg`Booked by partners`, as: 'list', cell: (t) => <Named of={t.Bookers} names={bookers} /> },
    { key: 'Requires', label: msg`References`, as: 'list', cell: (t) => <Named of={t.Requires} names={references} /> },
    { key: 'LeadHours', label: msg`Lead time (h)`, as: 'number', value: (t) => t.LeadHours || '' },
    { key: 'CutOff', label: msg`Cut-off` },
    { key: 'ChangeHours', label: msg`Change until (h)`, as: 'number', hidden: true, value: (t) => t.ChangeHours || '' },
    { key: 'Changes', label: msg`Max. changes`, as: 'number', hidden: true, value: (t) => t.Changes || '' },
    { key: 'CancelHours', label: msg`Cancel until (h)`, as: 'number', hidden: true, value: (t) => t.CancelHours || '' },
  ],
  filters: ['WarehouseId', 'Direction'],
  empty: msg`No load types. With one, partners book only what is open to them, and its limits hold for everybody.`,
  form: defineForm<WarehouseLoadTypeReq, WarehouseLoadType>('Warehouse/SaveLoadType', {
    title: msg`Load type`,
    intro: msg`Appointments that are booked keep their length.`,
    fields: {
      WarehouseId: { label: msg`Warehouse`, input: choiceOf(useSiteChoices), row: 1 },
      Direction: { label: msg`Direction`, input: choice(options(directions)), row: 1 },
      Name: { label: msg`Name`, input: Text, row: 2 },
      Minutes: { label: msg`Minutes`, input: Count, hint: msg`As long as a slot, where you leave it empty.`, row: 2 },
      LeadHours: { label: msg`Lead time (hours)`, input: Count, hint: msg`Booked at least so long before its time.`, row: 3 },
      CutOff: { label: msg`Cut-off the day before`, input: Clock, hint: msg`Nothing is booked for a day after it.`, row: 3 },
      Requires: { label: msg`Required references`, input: choices(options(references)) },
      Checked: { label: msg`References must be on our orders`, input: Toggle },
      Bookers: {
        label: msg`Booked by partners`,
        input: choices(options(bookers)),
        hint: msg`The office books every type.`,
      },
      ChangeHours: { label: msg`Change until (hours before)`, input: Count, row: 4 },
      Changes: { label: msg`Changes at most`, input: Count, row: 4 },
      CancelHours: { label: msg`Cancel until (hours before)`, input: Count },
    },
    subject: (r) => r.LoadTypeId || `${r.WarehouseId}/${r.Direction}/${r.Name}`,
  }),
  end: 'Warehouse/RemoveLoadType',
  restore: 'Warehouse/RestoreLoadType',
})
