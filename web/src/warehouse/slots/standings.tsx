import { msg } from '@lingui/core/macro'
import type { WarehouseStandingReq, WarehouseStandingShown } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { Clock, Count, choice, choiceOf, Text } from '@/kit/form/inputs'
import { useLocale } from '@/kit/format/Formats'
import { timeOfDay } from '@/kit/format/window'
import { useCall } from '@/kit/remote/useCall'
import { resource } from '@/kit/resource/resource'
import { useWords } from '@/kit/words/words'
import { useSiteChoices } from '../sites/useSiteChoices'
import { directions } from './plans'
import { RuleInput } from './RuleInput'
import { sayRule } from './sayRule'

const useTypeChoices = () =>
  useCall('Warehouse/LoadTypes', undefined).data?.map((k) => ({ value: k.LoadTypeId, label: `${k.Name}, ${k.WarehouseId}` }))

function Said({ rule, at }: { rule: string; at: string }) {
  return (
    <>
      {timeOfDay(at)} · {sayRule(rule, useWords(), useLocale())}
    </>
  )
}

/** Times that a warehouse keeps for a carrier again and again. */
export const standings = resource<WarehouseStandingShown, WarehouseStandingReq>({
  title: msg`Standing appointments`,
  list: 'Warehouse/Standings',
  id: (s) => s.StandingId,
  called: (s) => `${s.Reference}, ${s.WarehouseId}`,
  write: 'manage-warehouses',
  columns: [
    { key: 'Reference', label: msg`Reference`, width: 118, phone: true, cell: (s) => `${s.WarehouseId} · ${s.Reference}` },
    { key: 'Carrier', label: msg`Carrier`, width: 80, phone: true },
    { key: 'Rule', label: msg`Days`, width: 175, phone: true, cell: (s) => <Said rule={s.Rule} at={s.StartTime} /> },
    { key: 'Next', label: msg`Booked`, as: 'number', value: (s) => s.Next.length, width: 78, phone: true },
    { key: 'Missed', label: msg`Missed`, as: 'list', width: 78, phone: true },
    { key: 'Stayed', label: msg`At another time`, as: 'list', hidden: true },
    { key: 'Door', label: msg`Door`, hidden: true },
    { key: 'UntilDate', label: msg`Until`, as: 'day', hidden: true },
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
