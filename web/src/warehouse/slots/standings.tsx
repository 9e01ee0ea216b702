import { msg } from '@lingui/core/macro'
import type { WarehouseStandingReq, WarehouseStandingShown } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Clock, Count, choice, choiceOf, Text } from '@/kit/form/inputs'
import { useCall } from '@/kit/remote/useCall'
import { resource } from '@/kit/resource/resource'
import { useSiteChoices } from '../sites/useSiteChoices'
import { directions } from './plans'
import { RuleInput } from './RuleInput'

const useTypeChoices = () =>
  useCall('Warehouse/LoadTypes', undefined).data?.map((k) => ({ value: k.LoadTypeId, label: `${k.Name}, ${k.WarehouseId}` }))

/** Times that a warehouse keeps for a carrier again and again. */
export const standings = resource<WarehouseStandingShown, WarehouseStandingReq>({
  title: msg`Standing appointments`,
  list: 'Warehouse/Standings',
  id: (s) => s.StandingId,
  called: (s) => `${s.Reference}, ${s.WarehouseId}`,
  write: 'manage-warehouses',
  columns: [
    { key: 'Reference', label: msg`Reference`, phone: true },
    { key: 'WarehouseId', label: msg`Warehouse`, phone: true },
    { key: 'Carrier', label: msg`Carrier`, phone: true },
    { key: 'StartTime', label: msg`Time`, phone: true },
    { key: 'Rule', label: msg`Rule` },
    { key: 'Next', label: msg`Booked`, as: 'number', value: (s) => s.Next.length, phone: true },
    { key: 'Missed', label: msg`Not available`, as: 'list', phone: true },
    { key: 'Door', label: msg`Door` },
    { key: 'UntilDate', label: msg`Until`, as: 'day' },
  ],
  filters: ['WarehouseId', 'Carrier'],
  empty: msg`No standing appointments. One keeps a time for a carrier on the same weekdays, but for holidays.`,
  form: defineForm<WarehouseStandingReq, WarehouseStandingShown>('Warehouse/SaveStanding', {
    title: msg`Standing appointment`,
    intro: msg`Its appointments are booked ahead, from tomorrow on. Those that were changed by hand stay.`,
    fields: {
      WarehouseId: { label: msg`Warehouse`, input: choiceOf(useSiteChoices), row: 1 },
      Direction: {
        label: msg`Direction`,
        input: choice(Object.entries(directions).map(([value, label]) => ({ value, label }))),
        row: 1,
      },
      Reference: { label: msg`Reference`, input: Text, row: 2 },
      Carrier: { label: msg`Carrier`, input: Text, row: 2 },
      Rule: { label: msg`Weekdays`, input: RuleInput },
      StartTime: { label: msg`Time`, input: Clock, row: 3 },
      Minutes: { label: msg`Minutes`, input: Count, hint: msg`As long as a slot, where you leave it empty.`, row: 3 },
      FromDate: { label: msg`From`, row: 4 },
      UntilDate: { label: msg`Until`, row: 4 },
      Door: { label: msg`Door`, input: Text, row: 5 },
      DaysAhead: { label: msg`Booked days ahead`, input: Count, row: 5 },
      LoadTypeId: { label: msg`Load type`, input: choiceOf(useTypeChoices) },
    },
    subject: (r) => r.StandingId || `${r.WarehouseId}/${r.Reference}`,
  }),
  end: 'Warehouse/RemoveStanding',
  restore: 'Warehouse/RestoreStanding',
})
