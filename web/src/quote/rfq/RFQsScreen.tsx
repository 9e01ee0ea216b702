import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { QuoteRequest } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Button } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import css from '../office/Quotes.module.css'
import { newRFQ } from './forms'
import { equipmentWords, standings } from './words'

interface Row extends QuoteRequest {
  answered: string
}

const where = (p: QuoteRequest['asked']['from']) => [p.city, p.state].filter(Boolean).join(', ')

const list = (text: (w: Words) => string): ListSpec<Row> => ({
  name: 'rfqs',
  title: msg`Truckload RFQ`,
  entity: 'quote_request',
  columns: [
    { key: 'number', label: msg`RFQ`, width: 110, phone: true, link: (r) => ({ page: 'TruckloadRFQ', search: { rfq: r.id } }) },
    {
      key: 'state',
      label: msg`Status`,
      width: 120,
      phone: true,
      value: (r) => text(standings[r.state].label),
      cell: (r) => <StatusBadge {...standings[r.state]} />,
    },
    { key: 'asked', label: msg`Lane`, width: 260, phone: true, value: (r) => `${where(r.asked.from)} → ${where(r.asked.to)}` },
    { key: 'note', label: msg`Ship date`, as: 'day', width: 120, value: (r) => r.asked.shipOn },
    {
      key: 'currency',
      label: msg`Equipment`,
      width: 120,
      value: (r) => (r.asked.equipment ? text(equipmentWords[r.asked.equipment]) : ''),
    },
    { key: 'answered', label: msg`Offers`, width: 90 },
    { key: 'deadlineAt', label: msg`Answer by`, as: 'dateTime', width: 170 },
    { key: 'byName', label: msg`Requested by`, width: 150 },
    { key: 'warehouse', label: msg`WHSE`, width: 80, phone: false },
    { key: 'madeAt', label: msg`Sent`, as: 'dateTime', hidden: true, phone: false },
  ],
  filters: ['state', 'warehouse'],
  sort: [{ id: 'madeAt', desc: true }],
  empty: msg`No truckload RFQs yet. Ask several carriers for a truckload, compare their offers, and award one.`,
})

/** Page 125: what carriers were asked for truckloads. */
export function RFQsScreen() {
  const words = useWords()
  const spec = useMemo(() => list(words), [words])
  const rows = useLiveQuery(async () => {
    const requests = (await local().quote_request.toArray()).filter((r) => r.kind === 'truckload')
    const quotes = await local().quote.toArray()
    return requests
      .map((r): Row => {
        const own = quotes.filter((q) => q.requestId === r.id && q.state !== 'withdrawn')
        return { ...r, answered: `${own.filter((q) => q.amountMinor > 0).length} / ${own.length}` }
      })
      .sort((a, b) => b.id.localeCompare(a.id))
  })
  return (
    <div className={css.screen}>
      <div className={css.head}>
        <Button onClick={() => void newRFQ()}>
          <Trans>New RFQ</Trans>
        </Button>
      </div>
      <div className={css.list}>
        <ListScreen spec={spec} rows={rows} />
      </div>
    </div>
  )
}
