import { Trans, useLingui } from '@lingui/react/macro'
import type { RoutingScenario } from '@sync/gen/api'
import { useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { count, money } from '@/kit/format/measure'
import { ListScreen } from '@/kit/list/ListScreen'
import { PlainButton } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { works } from '../scenario/words'
import css from './Compare.module.css'
import { scenarioList } from './scenarioList'

export interface ReviewSearch {
  /** Scenarios that stand side by side, by number, with commas between. */
  compare?: string
}

interface ReviewProps {
  search: ReviewSearch
  onSearch: (search: ReviewSearch) => void
}

/** Page 114: the scenarios, and some of them side by side. */
export function ReviewScreen({ search, onSearch }: ReviewProps) {
  const rich = useCan('see-money')
  const got = useCall('Mtl/Scenarios', { Kind: 'mtl' }, { staleMs: 0, everyMs: (list) => (list?.some(works) ? 1500 : false) })
  const spec = useMemo(() => scenarioList(rich, (rows) => onSearch({ compare: rows.map((s) => s.Number).join(',') })), [rich, onSearch])
  const numbers = (search.compare ?? '').split(',').filter(Boolean)
  const side = numbers.flatMap((n) => got.data?.find((s) => s.Number === n) ?? [])
  return (
    <div className={css.whole}>
      {side.length > 1 && <SideBySide of={side} rich={rich} onClose={() => onSearch({})} />}
      <ListScreen spec={spec} rows={got.data} remote={got.remote} />
    </div>
  )
}

interface Line {
  name: string
  of: (s: RoutingScenario) => number
  says: (n: number, s: RoutingScenario) => string
  /** Which end is the better one; neither, where it is no merit. */
  best?: 'least' | 'most'
}

function SideBySide({ of: list, rich, onClose }: { of: RoutingScenario[]; rich: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const locale = useLocale()
  const plain = (n: number) => count(n, locale)
  const cash = (n: number, s: RoutingScenario) => money(n, s.Currency, locale)
  const lines: Line[] = [
    ...(rich
      ? [
          { name: t`Total`, of: (s: RoutingScenario) => s.Sum.CostMinor, says: cash, best: 'least' as const },
          { name: t`Each alone`, of: (s: RoutingScenario) => s.Sum.AloneMinor, says: cash },
          { name: t`Saved`, of: (s: RoutingScenario) => s.Sum.AloneMinor - s.Sum.CostMinor, says: cash, best: 'most' as const },
        ]
      : []),
    { name: t`Routes`, of: (s) => s.Sum.Routes, says: plain, best: 'least' },
    { name: t`Stops`, of: (s) => s.Sum.Stops, says: plain },
    { name: t`Orders on routes`, of: (s) => s.Sum.Orders, says: plain },
    { name: t`Orders on no route`, of: (s) => s.Sum.Left, says: plain },
    { name: t`Miles`, of: (s) => s.Sum.Miles, says: plain, best: 'least' },
    { name: t`Fill`, of: (s) => s.Sum.Fill, says: (n) => `${n} %`, best: 'most' },
    { name: t`Stops per route`, of: (s) => s.Values.maxStops, says: plain },
    { name: t`Pallets per truck`, of: (s) => s.Values.maxPallets, says: plain },
    { name: t`Shipments`, of: (s) => s.Sum.Made, says: plain },
  ]
  const bestOf = (line: Line) => {
    const all = list.map(line.of)
    return line.best === 'least' ? Math.min(...all) : line.best === 'most' ? Math.max(...all) : undefined
  }
  return (
    <section className={css.side} aria-label={t`Compare scenarios`}>
      <header>
        <h2>
          <Trans>Compare scenarios</Trans>
        </h2>
        <PlainButton onClick={onClose}>
          <Trans>Close</Trans>
        </PlainButton>
      </header>
      <Table
        label={t`Compare scenarios`}
        rows={lines}
        keyOf={(line) => line.name}
        columns={[
          { head: t`Figure`, cell: (line) => line.name, name: true },
          ...list.map((s) => ({
            head: s.Name === s.Number ? s.Number : `${s.Number} ${s.Name}`,
            number: true,
            cell: (line: Line) => {
              const n = line.of(s)
              const best = bestOf(line)
              const all = new Set(list.map(line.of)).size > 1
              return best === n && all ? (
                <b>
                  {line.says(n, s)} <small>{t`best`}</small>
                </b>
              ) : (
                line.says(n, s)
              )
            },
          })),
        ]}
      />
    </section>
  )
}
