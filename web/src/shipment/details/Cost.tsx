import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ShipmentCost } from '@sync/gen/tables'
import { Part } from '@/kit/detail/DetailScreen'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { PageLink } from '@/kit/page/PageLink'
import { useRefusal } from '@/kit/remote/refusal'
import css from './Workspace.module.css'

/** What the shipment costs. Its rows come to the office's devices alone. */
export function Cost({ of, carrier }: { of: ShipmentCost; carrier: boolean }) {
  const locale = useLocale()
  const refusal = useRefusal()
  return (
    <Part
      title={msg`Cost`}
      actions={
        <PageLink to={{ page: 'ReviewRates', search: { shipment: of.id } }}>
          {carrier ? <Trans>Why this carrier</Trans> : <Trans>Prices of all carriers</Trans>}
        </PageLink>
      }
    >
      {of.stale && (
        <p className={css.stale}>
          <Trans>The load has changed since. Get rates again.</Trans>
        </p>
      )}
      <table className={css.money}>
        <tbody>
          {of.charges.map((c, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a cost never move, and two may say the same
            <tr key={n}>
              <th scope="row" title={c.description}>
                {refusal.known(`charge-${c.code}`) ?? (c.description || c.code)}
              </th>
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
