import { Trans, useLingui } from '@lingui/react/macro'
import type { OrgHeldRange, OrgStock } from '@sync/gen/api'
import { useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { useLocale } from '@/kit/format/Formats'
import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { toasts } from '@/kit/toast/toast'
import { Button } from '@/kit/ui'
import { prefixForm, rangeForm, startForm } from './forms'
import css from './Stock.module.css'

const few = 2000 // not a tablet's block of pallet numbers
const fewPros = 200

/** The organisation's numbers: what is left, what tablets hold, and the carriers' ranges. A dock that runs out of them finds out at the worst moment. */
export function StockPart() {
  const { t } = useLingui()
  const locale = useLocale()
  const refusal = useRefusal()
  const [ending, setEnding] = useState('')
  const asked = useCall('Org/Stock', undefined, { staleMs: 0 })
  const n = (v: number) => new Intl.NumberFormat(locale).format(v)
  const stock = asked.data
  const again = asked.remote.again
  const end = async (range: OrgHeldRange) => {
    setEnding('')
    try {
      await submit('Org/EndProRange', { Id: range.id })
    } catch (err) {
      toasts.bad(refusal.whole(err))
    }
    again()
  }
  const name = (s: OrgStock) => (s.kind === 'sscc' ? t`Pallets (SSCC)` : t`Bills of lading`)
  return (
    <section aria-labelledby="stock" className={css.stock}>
      <h2 id="stock">
        <Trans>Numbers of the organisation</Trans>
      </h2>
      {asked.remote.offline && !stock && (
        <p role="status">
          <Trans>No connection. The numbers are kept on the server.</Trans>
        </p>
      )}
      {stock && (
        <>
          <p className={css.line}>
            {stock.prefix ? (
              <Trans>
                Company prefix <b className="identifier">{stock.prefix}</b>
              </Trans>
            ) : (
              <>
                <Trans>No company prefix yet: pallets cannot be numbered.</Trans>
                <Button onClick={() => void openForm(prefixForm, {}).then(again)}>
                  <Trans>Set the company prefix</Trans>
                </Button>
              </>
            )}
          </p>
          <table className={css.table}>
            <caption className="sr-only">
              <Trans>Serials of pallets and bills</Trans>
            </caption>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>For</Trans>
                </th>
                <th scope="col" data-number>
                  <Trans>Next serial</Trans>
                </th>
                <th scope="col" data-number>
                  <Trans>Left</Trans>
                </th>
                <th scope="col" data-number>
                  <Trans>On tablets</Trans>
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              {stock.stocks.map((s) => (
                <tr key={s.kind}>
                  <th scope="row">{name(s)}</th>
                  <td data-number>{n(s.next)}</td>
                  <td data-number>
                    {n(Math.max(0, s.last - s.next + 1) + s.back)}
                    {s.last - s.next < few && <StatusBadge hue="attention" label={t`nearly used up`} />}
                  </td>
                  <td data-number>{n(s.held)}</td>
                  <td>
                    <Button
                      variant="default"
                      aria-label={t`Change the next serial of: ${name(s)}`}
                      onClick={() =>
                        void openForm(startForm(s.next), { Kind: s.kind === 'bol' ? 'bol' : 'sscc', Next: s.next }).then(again)
                      }
                    >
                      <Trans>Change</Trans>
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className={css.head}>
            <h3>
              <Trans>PRO numbers by carrier</Trans>
            </h3>
            <Button variant="default" onClick={() => void openForm(rangeForm, {}).then(again)}>
              <Trans>Add a range</Trans>
            </Button>
          </div>
          {stock.ranges.length === 0 ? (
            <p>
              <Trans>None. Without a carrier's range, drivers bring their own PRO labels.</Trans>
            </p>
          ) : (
            <table className={css.table}>
              <caption className="sr-only">
                <Trans>PRO numbers by carrier</Trans>
              </caption>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Carrier</Trans>
                  </th>
                  <th scope="col">
                    <Trans>From – to</Trans>
                  </th>
                  <th scope="col" data-number>
                    <Trans>Left</Trans>
                  </th>
                  <th scope="col" data-number>
                    <Trans>On tablets</Trans>
                  </th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {stock.ranges.map((r) => {
                  const left = Math.max(0, r.last - r.next + 1) + r.back
                  const written = (serial: number) => r.prefix + String(serial).padStart(r.digits, '0')
                  return (
                    <tr key={r.id}>
                      <th scope="row">{r.carrier}</th>
                      <td className="identifier">
                        {written(r.first)} – {written(r.last)}
                      </td>
                      <td data-number>
                        {n(left)}
                        {left < fewPros && <StatusBadge hue="attention" label={left === 0 ? t`used up` : t`nearly used up`} />}
                      </td>
                      <td data-number>{n(r.held)}</td>
                      <td>
                        {left > 0 &&
                          (ending === r.id ? (
                            <span className={css.line}>
                              <Button onClick={() => void end(r)}>
                                <Trans>Yes, give out no more</Trans>
                              </Button>
                              <Button variant="default" onClick={() => setEnding('')}>
                                <Trans>Leave it</Trans>
                              </Button>
                            </span>
                          ) : (
                            <Button
                              variant="default"
                              aria-label={t`End the range ${written(r.first)} of ${r.carrier}`}
                              onClick={() => setEnding(r.id)}
                            >
                              <Trans>End it</Trans>
                            </Button>
                          ))}
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          )}
        </>
      )}
    </section>
  )
}
