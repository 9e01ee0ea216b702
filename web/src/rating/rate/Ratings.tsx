import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Rating } from '@sync/gen/api'
import { DateTime, useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { PageLink } from '@/kit/page/PageLink'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Table } from '@/kit/table/Table'
import type { Words } from '@/kit/words/words'
import { useWords } from '@/kit/words/words'

const occasions: Record<Rating['occasion'], Words> = {
  asked: msg`rated`,
  taken: msg`rate selected`,
  spot: msg`spot quote accepted`,
}

interface Props {
  shipment: string
  of: readonly Rating[]
  all: number
  /** The one that is open. */
  shown?: number
}

/** Every rating of a shipment, the newest first: when, by whom, for what, and which price counted. */
export function Ratings({ shipment, of, all, shown }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  return (
    <Table
      label={t`Rate history`}
      caption={
        all > of.length && (
          <Trans>
            The newest {of.length} of {all}.
          </Trans>
        )
      }
      rows={of}
      keyOf={(r) => r.n}
      mark={(r) => (r.n === shown ? 'chosen' : undefined)}
      columns={[
        {
          head: t`Rating`,
          name: true,
          cell: (r) => (
            <>
              <PageLink to={{ page: 'ReviewRates', search: { shipment, rating: String(r.n) } }}>
                <DateTime at={r.at} />
              </PageLink>
              <small>
                {words(occasions[r.occasion])}
                {r.by && ` · ${r.by}`}
              </small>
              {r.counts && <StatusBadge hue="good" label={msg`current`} />}
            </>
          ),
        },
        {
          head: t`Carrier`,
          cell: (r) =>
            r.carrierName ? (
              <>
                {r.carrierName}
                <small>
                  {r.provider === 'spot' ? <Trans>spot quote {r.tariffName}</Trans> : r.tariffName}
                  {r.version > 0 && ` v${r.version}`}
                </small>
              </>
            ) : (
              <Trans>no rate</Trans>
            ),
        },
        { head: t`Price`, number: true, cell: (r) => r.carrierName && money(r.totalMinor, r.currency, locale) },
      ]}
    />
  )
}
