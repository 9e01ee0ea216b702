import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ShipmentCost } from '@sync/gen/tables'
import { Part } from '@/kit/detail/DetailScreen'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import css from './Workspace.module.css'

/** What the shipment costs. Its rows come to the office's devices alone. */
export function Cost({ of }: { of: ShipmentCost }) {
  const locale = useLocale()
  return (
    <Part title={msg`Cost`}>
      <table className={css.money}>
        <tbody>
          {of.charges.map((c) => (
            <tr key={`${c.code} ${c.description}`}>
              <th scope="row">{c.description || c.code}</th>
              <td>{money(c.amountMinor, of.currency, locale)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <Trans>Total</Trans>
            </th>
            <td>{money(of.totalMinor, of.currency, locale)}</td>
          </tr>
        </tfoot>
      </table>
    </Part>
  )
}
