import { Trans, useLingui } from '@lingui/react/macro'
import type { RatingPricesheetsResp } from '@sync/gen/api'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { Table } from '@/kit/table/Table'
import css from '../Rating.module.css'
import { useCodes } from '../useCodes'
import { type Asked, askedOtherwise, type ChargeMoved, type PriceMoved, pricesMoved } from './differ'

/** An earlier rating beside the one that counts: what was asked otherwise, and by which lines each price moved. */
export function Compared({ before, now }: { before: RatingPricesheetsResp; now: RatingPricesheetsResp }) {
  const { t } = useLingui()
  const locale = useLocale()
  const codes = useCodes()
  const asked: Record<Asked, string> = {
    shipOn: t`Ship date`,
    from: t`From ZIP`,
    to: t`To ZIP`,
    miles: t`Miles`,
    goods: t`Weight and class`,
    units: t`Handling units`,
    services: t`Services`,
    preferred: t`Preferred carrier`,
    customer: t`Customer`,
    fuel: t`Fuel index`,
  }
  const otherwise = askedOtherwise(before, now)
  const step = (c: ChargeMoved, currency: string) => money((c.now ?? 0) - (c.before ?? 0), currency, locale)
  const priceOf = (c: PriceMoved['now']) =>
    c?.quote ? (
      <>
        {money(c.totalMinor, c.currency, locale)}
        {c.version > 0 && <small>v{c.version}</small>}
      </>
    ) : (
      c && codes.say(c.why.code, c.why.value)
    )
  return (
    <section>
      <h2>
        <Trans>Compared with the current rating</Trans>
      </h2>
      {otherwise.length === 0 ? (
        <p className={css.quiet}>
          <Trans>Same request.</Trans>
        </p>
      ) : (
        <Table
          label={t`Request differs`}
          rows={otherwise}
          keyOf={(o) => o.what}
          columns={[
            { head: t`Asked`, name: true, cell: (o) => asked[o.what] },
            { head: t`Then`, cell: (o) => o.before || '–' },
            { head: t`Now`, cell: (o) => o.now || '–' },
          ]}
        />
      )}
      <Table
        label={t`Prices then and now`}
        rows={pricesMoved(before, now)}
        keyOf={(p) => p.key}
        columns={[
          {
            head: t`Carrier`,
            name: true,
            cell: (p) => (
              <>
                {p.now?.carrierName ?? p.before?.carrierName}
                <small>{p.now?.tariffName ?? p.before?.tariffName}</small>
              </>
            ),
          },
          { head: t`Then`, number: true, cell: (p) => priceOf(p.before) },
          { head: t`Now`, number: true, cell: (p) => priceOf(p.now) },
          {
            head: t`Difference`,
            number: true,
            cell: (p) => p.byMinor !== undefined && signed(p.byMinor, money(p.byMinor, p.now?.currency ?? '', locale)),
          },
          {
            head: t`Changed charges`,
            cell: (p) =>
              p.charges.length > 0 && (
                <ul className={css.lines}>
                  {p.charges.map((c) => (
                    <li key={c.code}>
                      {codes.charge(c.code)} {signed((c.now ?? 0) - (c.before ?? 0), step(c, p.now?.currency ?? ''))}
                    </li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </section>
  )
}

const signed = (minor: number, text: string) => (minor > 0 ? `+${text}` : text)
