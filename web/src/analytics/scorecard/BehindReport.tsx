import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AnalyticsBehind, ReportShare } from '@sync/gen/api'
import { type ReactNode, useMemo } from 'react'
import type { Column, ListSpec } from '@/kit/list/defineList'
import { useCall } from '@/kit/remote/useCall'
import { ReportScreen } from '@/kit/report/ReportScreen'
import { useReport } from '@/kit/report/useReport'
import { StageTabs } from '@/kit/stages/StageTabs'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { useWords, type Words } from '@/kit/words/words'
import { Figures } from './Figures'
import { hueOf, measures, whys } from './measures'
import css from './Scorecard.module.css'
import { type Asked, type Counts, type Measure, measureNames, type ScoreSearch } from './search'
import { together } from './share'

interface BehindReportProps {
  asked: Asked
  search: ScoreSearch
  set: (change: Partial<ScoreSearch>) => void
  controls: ReactNode
}

const ways: Counts[] = ['no', 'yes', 'open', 'unknown']

/** The rows that a figure was counted from: what counts for it, what against it, and what is left out and why. */
export function BehindReport({ asked, search, set, controls }: BehindReportProps) {
  const { t } = useLingui()
  const words = useWords()
  const carrier = search.carrier === '*' ? '' : (search.carrier ?? '')
  const scores = useCall('Supplemental/GetScoreCardDetails', { ...asked, Carrier: carrier })
  const shares = Object.fromEntries(measureNames.map((m) => [m, together(scores.data ?? [], m)])) as Record<Measure, ReportShare | null> // of these very names
  const shown = measureNames.filter((m) => shares[m])
  const of = search.of ?? shown[0] ?? 'pickup'
  const got = useReport('Supplemental/GetCarrierShipments', { ...asked, Carrier: carrier, Measure: of })
  const n = (w: Counts) => got.data?.filter((r) => r.counts === w).length
  const tabs = ways.filter((w) => w === 'no' || w === 'yes' || n(w))
  const at = search.counts ?? (n('no') === 0 ? 'yes' : 'no')
  // The file has what the tab shows.
  const { file } = useReport(
    'Supplemental/GetCarrierShipments',
    { ...asked, Carrier: carrier, Measure: of, Counts: at },
    { enabled: false },
  )
  const rows = useMemo(() => got.data?.filter((r) => r.counts === at), [got.data, at])
  const name = scores.data?.find((s) => s.carrier === carrier)?.carrierName || carrier
  const spec = useMemo(() => behindList(of, words), [of, words])
  return (
    <ReportScreen
      spec={spec}
      rows={rows}
      of={{ ...got, file }}
      span={{ from: asked.From, to: asked.To }}
      narrowed={[name, asked.Warehouse, words(measures[of].counts[at])].filter(Boolean).join(' · ')}
      controls={controls}
      above={
        <>
          <h2 className={css.name}>{name || t`All carriers`}</h2>
          <Figures of={of} shares={shares} unknown={n('unknown') ?? 0} pick={(of) => set({ of, counts: undefined })} />
          <StageTabs
            label={t`How loads count`}
            tabs={tabs.map((key) => ({ key, label: measures[of].counts[key], n: n(key) }))}
            at={at}
            go={(counts) => set({ counts })}
          />
        </>
      }
    />
  )
}

function behindList(of: Measure, words: (w: Words) => string): ListSpec<AnalyticsBehind> {
  const when: Record<Measure, Column<AnalyticsBehind>[]> = {
    pickup: [
      { key: 'dueAt', label: msg`Window ends`, as: 'dateTime', phone: true },
      { key: 'at', label: msg`Picked up`, as: 'dateTime', phone: true },
    ],
    delivery: [
      { key: 'dueOn', label: msg`Due`, as: 'day', phone: true },
      { key: 'at', label: msg`Delivered`, as: 'dateTime', phone: true },
    ],
    tender: [{ key: 'at', label: msg`Answered`, as: 'dateTime', phone: true }],
    claims: [
      {
        key: 'number',
        label: msg`Claim`,
        as: 'identifier',
        value: (r) => (r.counts === 'yes' ? r.number : ''),
        link: (r) => ({ page: 'ClaimsDetails', params: { ShipmentId: r.shipmentId } }),
      },
    ],
    invoice: [
      {
        key: 'number',
        label: msg`Invoice`,
        as: 'identifier',
        width: 170,
        link: (r) => ({ page: 'InvoiceLookup', search: { id: r.id } }),
        phone: true,
      },
    ],
  }
  const days: Record<Measure, Words> = {
    pickup: msg`Pickup day`,
    delivery: msg`Pickup day`,
    tender: msg`Tendered`,
    claims: msg`Pickup day`,
    invoice: msg`Received`,
  }
  return {
    name: `behind-${of}`,
    title: measures[of].label,
    columns: [
      {
        key: 'shipment',
        label: msg`Shipment`,
        as: 'identifier',
        width: 120,
        link: (r) => (r.shipmentId ? { page: 'ShipmentDetails', params: { shipmentid: r.shipmentId } } : undefined),
        phone: true,
      },
      {
        key: 'counts',
        label: msg`Counts as`,
        width: 180,
        code: (r) => r.counts,
        value: (r) => words(measures[of].counts[r.counts]),
        cell: (r) => <StatusBadge hue={hueOf(of, r.counts)} label={measures[of].counts[r.counts]} />,
        phone: true,
      },
      { key: 'day', label: days[of], as: 'day', width: 140 },
      ...when[of],
      { key: 'why', label: msg`Reason`, width: 190, code: (r) => r.why, value: (r) => (r.why ? words(whys[r.why]) : '') },
      { key: 'carrierName', label: msg`Carrier`, width: 180, value: (r) => r.carrierName || r.carrier },
      { key: 'warehouse', label: msg`Warehouse`, width: 110 },
      { key: 'bol', label: msg`BOL`, as: 'identifier', hidden: true },
    ],
    filters: ['why', 'warehouse', 'carrierName'],
    zone: (r) => r.zone,
    sort: [{ id: 'day', desc: true }],
    empty: msg`Nothing counts this way in this period.`,
  }
}
