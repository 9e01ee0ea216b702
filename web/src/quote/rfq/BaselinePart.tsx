import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { QuoteRFQReported } from '@sync/gen/api'
import { Part } from '@/kit/detail/DetailScreen'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { Pending } from '@/kit/remote/Pending'
import { useAct } from '@/kit/remote/useAct'
import { useReport } from '@/kit/report/useReport'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import css from '../office/Quotes.module.css'

/** The offers beside what the lane's truckloads cost in the year before the request. */
export function BaselinePart({ id, currency }: { id: string; currency: string }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { act } = useAct()
  const got = useReport('Carriers/RunRFQReport', { RFQId: id })
  const offered = got.data?.filter((r) => r.homeMinor > 0)
  const first = got.data?.[0]
  const lane = first?.lane.replace('>', ' → ') ?? ''
  const baseline = money(first?.baselineMinor ?? 0, currency, locale)
  const file = () =>
    got.file([
      { Key: 'number', Head: t`RFQ` },
      { Key: 'lane', Head: t`Lane` },
      { Key: 'shipOn', Head: t`Ship date` },
      { Key: 'carrier', Head: t`SCAC` },
      { Key: 'carrierName', Head: t`Carrier` },
      { Key: 'status', Head: t`Status` },
      { Key: 'amountMinor', Head: t`Offer` },
      { Key: 'currency', Head: t`Currency` },
      { Key: 'homeMinor', Head: t`Total (${currency})` },
      { Key: 'rank', Head: t`Rank` },
      { Key: 'overMinor', Head: t`Above lowest` },
      { Key: 'baselineMinor', Head: t`Baseline` },
      { Key: 'againstMinor', Head: t`Against baseline` },
      { Key: 'days', Head: t`Days in transit` },
      { Key: 'answeredInMins', Head: t`Minutes to answer` },
    ])
  return (
    <Part title={msg`Baseline`}>
      <Pending called={got} offline={msg`Offers are compared by the server, and there is no connection now.`}>
        {first && (
          <p className={css.quiet}>
            {first.baselineLoads > 0 ? (
              <Plural
                value={first.baselineLoads}
                one={`# truckload ${lane} in the year before cost ${baseline}.`}
                other={`# truckloads ${lane} in the year before cost ${baseline} in the median.`}
              />
            ) : (
              <Trans>No truckload {lane} in the year before has a price to compare with.</Trans>
            )}
          </p>
        )}
        {first && first.baselineLoads > 0 && offered && offered.length > 0 && (
          <Table<QuoteRFQReported>
            label={t`Offers against the baseline`}
            rows={offered}
            keyOf={(r) => r.carrier}
            columns={[
              { head: t`Carrier`, name: true, cell: (r) => r.carrierName },
              { head: t`Total (${currency})`, number: true, cell: (r) => money(r.homeMinor, currency, locale) },
              { head: t`Against baseline`, number: true, cell: (r) => money(r.againstMinor, currency, locale) },
            ]}
          />
        )}
        {first && (
          <Button size="compact-sm" variant="default" onClick={() => void act(file)}>
            <Trans>Export report</Trans>
          </Button>
        )}
      </Pending>
    </Part>
  )
}
