import { Trans, useLingui } from '@lingui/react/macro'
import type { EngineCharge, EngineQuote } from '@sync/gen/api'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import css from '../Rating.module.css'
import { Scroll } from '../Scroll'
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
    <Scroll label={t`Rate receipt`}>
      <table className={css.table}>
        <caption>
          <Trans>
            Rate receipt: {of.name}, version {of.version}, {of.lane}
          </Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Charge</Trans>
            </th>
            <th scope="col">
              <Trans>Row of the contract</Trans>
            </th>
            <th scope="col">
              <Trans>Quantity × rate</Trans>
            </th>
            <th scope="col" className={css.number}>
              <Trans>Before rounding</Trans>
            </th>
            <th scope="col" className={css.number}>
              <Trans>Amount</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {of.charges.map((c, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a receipt never move, and two may say the same
            <tr key={n}>
              <th scope="row">
                {codes.charge(c.code)}
                {c.note && <small>{codes.say(c.note, c.value)}</small>}
              </th>
              <td className={css.mono}>{c.row}</td>
              <td>{sum(c)}</td>
              <td className={css.number}>
                {c.exact} <abbr title={t`Rounded half up, half even, up or down: ${c.rounding}`}>{rounding[c.rounding]}</abbr>
              </td>
              <td className={css.number}>{money(c.amount, of.currency, locale)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              <Trans>Total</Trans>
            </th>
            <td className={css.number}>{money(of.total, of.currency, locale)}</td>
          </tr>
        </tfoot>
      </table>
    </Scroll>
  )
}
