import { Trans, useLingui } from '@lingui/react/macro'
import type { EngineCharge, EngineQuote } from '@sync/gen/api'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { Table } from '@/kit/table/Table'
import css from '../Rating.module.css'
import { useCodes } from '../useCodes'

const rounding = { halfUp: '½ ↑', halfEven: '½ =', up: '↑', down: '↓' } as const

/** Of what at which rate: 470 lb × 41.59 / 100 lb. */
const sum = (c: EngineCharge) =>
  c.unit === '%' ? `${c.quantity} % × ${c.rate}` : `${c.quantity} ${c.unit} × ${c.rate}${c.per > 1 ? ` / ${c.per} ${c.unit}` : ''}`

/** Where every cent comes from: contract, version, row, quantity, rate and how it was rounded. The lines add up to the total. */
export function Receipt({ of }: { of: EngineQuote }) {
  const { t } = useLingui()
  const locale = useLocale()
  const codes = useCodes()
  return (
    <Table
      label={t`Rate receipt`}
      caption={
        of.version > 0 ? (
          <Trans>
            Rate receipt: {of.name}, version {of.version}, {of.lane}
          </Trans>
        ) : (
          <Trans>
            Rate receipt: {of.name}, {of.lane}
          </Trans>
        )
      }
      rows={of.charges}
      keyOf={(_, n) => n} // the lines of a receipt never move, and two may say the same
      columns={[
        {
          head: t`Charge`,
          name: true,
          cell: (c) => (
            <>
              {codes.charge(c.code)}
              {c.note && <small>{codes.say(c.note, c.value)}</small>}
            </>
          ),
        },
        { head: t`Contract row`, cell: (c) => <span className={css.mono}>{c.row}</span> },
        { head: t`Quantity × rate`, cell: sum },
        {
          head: t`Before rounding`,
          number: true,
          cell: (c) => (
            <>
              {c.exact} <abbr title={t`Rounded half up, half even, up or down: ${c.rounding}`}>{rounding[c.rounding]}</abbr>
            </>
          ),
        },
        { head: t`Amount`, number: true, cell: (c) => money(c.amount, of.currency, locale) },
      ]}
      sum={{ text: <Trans>Total</Trans>, value: money(of.total, of.currency, locale) }}
    />
  )
}
