import { Trans, useLingui } from '@lingui/react/macro'
import type { OrgHeldRange, OrgStock } from '@sync/gen/api'
import { useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { useLocale } from '@/kit/format/Formats'
import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import { prefixForm, rangeForm, startForm } from './forms'
import css from './Stock.module.css'

const few = 2000 // not a tablet's block of pallet numbers
const fewPros = 200

const left = (r: OrgHeldRange) => Math.max(0, r.last - r.next + 1) + r.back
const written = (r: OrgHeldRange, serial: number) => r.prefix + String(serial).padStart(r.digits, '0')

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
      refusal.tell(err)
    }
    again()
  }
  const name = (s: OrgStock) => (s.kind === 'sscc' ? t`Pallets (SSCC)` : t`Bills of lading`)
  return (
    <section aria-labelledby="stock" className={css.stock}>
      <h2 id="stock">
        <Trans>Number ranges</Trans>
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
          <Table
            label={t`Serials of pallets and bills`}
            rows={stock.stocks}
            keyOf={(s) => s.kind}
            columns={[
              { head: t`For`, name: true, cell: name },
              { head: t`Next serial`, number: true, cell: (s) => n(s.next) },
              {
                head: t`Left`,
                number: true,
                cell: (s) => (
                  <span>
                    {n(Math.max(0, s.last - s.next + 1) + s.back)}
                    {s.last - s.next < few && <StatusBadge hue="attention" label={t`Numbers nearly used up`} />}
                  </span>
                ),
              },
              { head: t`On tablets`, number: true, cell: (s) => n(s.held) },
              {
                head: t`Actions`,
                cell: (s) => (
                  <Button
                    variant="default"
                    aria-label={t`Change the next serial of: ${name(s)}`}
                    onClick={() => void openForm(startForm(s.next), { Kind: s.kind === 'bol' ? 'bol' : 'sscc', Next: s.next }).then(again)}
                  >
                    <Trans>Change</Trans>
                  </Button>
                ),
              },
            ]}
          />
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
            <Table
              label={t`PRO numbers by carrier`}
              rows={stock.ranges}
              keyOf={(r) => r.id}
              columns={[
                { head: t`Carrier`, name: true, cell: (r) => r.carrier },
                {
                  head: t`From – to`,
                  cell: (r) => (
                    <span className="identifier">
                      {written(r, r.first)} – {written(r, r.last)}
                    </span>
                  ),
                },
                {
                  head: t`Left`,
                  number: true,
                  cell: (r) => (
                    <span>
                      {n(left(r))}
                      {left(r) < fewPros && (
                        <StatusBadge hue="attention" label={left(r) === 0 ? t`Numbers used up` : t`Numbers nearly used up`} />
                      )}
                    </span>
                  ),
                },
                { head: t`On tablets`, number: true, cell: (r) => n(r.held) },
                {
                  head: t`Actions`,
                  cell: (r) =>
                    left(r) > 0 &&
                    (ending === r.id ? (
                      <span className={css.line}>
                        <Button onClick={() => void end(r)}>
                          <Trans>Yes, give out no more</Trans>
                        </Button>
                        <Button variant="default" onClick={() => setEnding('')}>
                          <Trans>Cancel</Trans>
                        </Button>
                      </span>
                    ) : (
                      <Button
                        variant="default"
                        aria-label={t`End the range ${written(r, r.first)} of ${r.carrier}`}
                        onClick={() => setEnding(r.id)}
                      >
                        <Trans>End it</Trans>
                      </Button>
                    )),
                },
              ]}
            />
          )}
        </>
      )}
    </section>
  )
}
