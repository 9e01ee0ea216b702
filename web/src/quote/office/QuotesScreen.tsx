import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Quote } from '@sync/gen/tables'
import { useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { Staged } from '@/kit/stages/Staged'
import { StageTabs } from '@/kit/stages/StageTabs'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { useWords, type Words } from '@/kit/words/words'
import { reasonWords, whyWords } from '../words'
import { acceptForm } from './forms'
import { acceptable, type OutcomeKey, outcomes, states, total } from './states'
import { useAllQuotes } from './useQuotes'

const list = (text: (w: Words) => string, locale: string): ListSpec<Quote> => ({
  name: 'quotes',
  title: msg`Spot quotes`,
  entity: 'quote',
  columns: [
    {
      key: 'shipment',
      label: msg`Shipment`,
      as: 'identifier',
      width: 100,
      link: (q) => ({ page: 'ShipmentDetails', params: { shipmentid: q.shipmentId } }),
    },
    { key: 'number', label: msg`Request`, width: 90 },
    { key: 'carrierName', label: msg`Carrier`, width: 200 },
    {
      key: 'state',
      label: msg`Status`,
      width: 130,
      value: (q) => text(states[q.state].label),
      cell: (q) => <StatusBadge {...states[q.state]} />,
    },
    {
      key: 'amountMinor',
      label: msg`Price`,
      as: 'number',
      width: 120,
      value: (q) => (q.amountMinor > 0 ? q.amountMinor / 100 : undefined),
      cell: (q) => q.amountMinor > 0 && money(q.amountMinor, q.currency, locale),
    },
    { key: 'days', label: msg`Days`, as: 'number', width: 70, value: (q) => q.days || undefined },
    { key: 'lane', label: msg`Lane`, width: 100, value: (q) => q.lane.replace('>', ' → ') },
    { key: 'deadlineAt', label: msg`Answer by`, as: 'dateTime', width: 170 },
    { key: 'openedAt', label: msg`Opened`, as: 'ago', width: 120 },
    { key: 'answeredAt', label: msg`Answered`, as: 'dateTime', width: 170 },
    {
      key: 'why',
      label: msg`Reason`,
      width: 260,
      value: (q) => text(reasonWords[q.reason] ?? whyWords[q.why] ?? ''),
    },
    { key: 'warehouse', label: msg`WHSE`, width: 80, phone: false },
    { key: 'currency', label: msg`Currency`, hidden: true, phone: false },
    { key: 'askedAt', label: msg`Asked`, as: 'dateTime', hidden: true, phone: false },
  ],
  filters: ['state', 'carrierName', 'warehouse', 'lane'],
  sort: [{ id: 'askedAt', desc: true }],
  actions: [
    {
      label: msg`Accept`,
      when: acceptable,
      // How many of the others still wait stands with the shipment; the server tells them all.
      run: (q) => openForm(acceptForm(q, locale, 0)),
      main: true,
    },
  ],
  empty: msg`No carrier has been asked for a spot quote lately. Ask from a shipment that waits for a carrier.`,
})

/** All quotes, with what came of them. The address says which are shown. */
export function QuotesScreen({ wanted, go }: { wanted: string | undefined; go: (outcome: OutcomeKey | undefined) => void }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const all = useAllQuotes()
  const spec = useMemo(() => list(words, locale), [words, locale])
  const shown = outcomes.find((o) => o.key === wanted) ?? total
  return (
    <Staged
      above={
        <StageTabs
          label={t`Outcome`}
          tabs={outcomes.map((o) => ({ key: o.key, label: o.label, n: all?.filter(o.of).length }))}
          at={shown.key}
          go={(key) => go(key === total.key ? undefined : key)}
        />
      }
    >
      <ListScreen spec={spec} rows={all?.filter(shown.of)} />
    </Staged>
  )
}
