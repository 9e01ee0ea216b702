import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Shipment } from '@sync/gen/tables'
import { Facts, Part } from '@/kit/detail/DetailScreen'
import { Day, Identifier, useLocale } from '@/kit/format/Formats'
import { count, measure } from '@/kit/format/measure'
import { modeName } from '@/kit/format/mode'
import { windowOf } from '@/kit/format/window'
import { zoneName } from '@/kit/format/zone'
import { Scrolls } from '@/kit/panel/Scrolls'
import { useRefusal } from '@/kit/remote/refusal'
import { unOf } from '@/kit/rule/rule'
import { useWords } from '@/kit/words/words'
import { termsWords } from '../move/status'
import css from './Workspace.module.css'

type Party = Shipment['origin']

function Address({ of, phone }: { of: Party; phone?: boolean }) {
  return (
    <address className={css.party}>
      <strong>{of.name}</strong>
      <br />
      {of.street}
      {of.street2 && `, ${of.street2}`}
      <br />
      {[of.city, [of.state, of.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')}
      {phone && (of.contact || of.phone) && (
        <>
          <br />
          {[of.contact, of.phone].filter(Boolean).join(' · ')}
        </>
      )}
    </address>
  )
}

/** The parcel carriers' number for a package of the shipper's own: nobody else reads it. */
const ownPackage = '02'

const same = (a: Party, b: Party) => a.name === b.name && a.street === b.street && a.zip === b.zip

/** What the shipment is: who and where, what goods, by which numbers people call it. */
export function WhatItIs({ s, zone, actions }: { s: Shipment; zone?: string; actions?: React.ReactNode }) {
  const words = useWords()
  const locale = useLocale()
  const { known } = useRefusal()
  const window = windowOf(s.pickupFrom, s.pickupTo)
  return (
    <>
      <Part title={msg`Details`} actions={actions}>
        <div className={css.way}>
          <div>
            <h3>
              <Trans>From</Trans> · {s.warehouse}
            </h3>
            <Address of={s.origin} />
          </div>
          {s.stops.map(({ id, to, refs, items, appointment }, n) => {
            const number = n + 1
            return (
              <div key={id}>
                <h3>
                  <Trans>Stop {number}</Trans>
                </h3>
                <Address of={to} phone />
                <p className={css.plain}>
                  {[items.map((it) => it.description || it.code).join(', '), ...refs].filter(Boolean).join(' · ')}
                </p>
                {appointment && (
                  <p className={css.plain}>
                    <Trans>Delivery appointment</Trans>: {appointment}
                  </p>
                )}
              </div>
            )
          })}
          <div>
            <h3>
              <Trans>To</Trans>
            </h3>
            <Address of={s.destination} phone />
          </div>
          {!same(s.billTo, s.origin) && !same(s.billTo, s.destination) && (
            <div>
              <h3>
                <Trans>Freight is billed to</Trans>
              </h3>
              <Address of={s.billTo} />
            </div>
          )}
        </div>
      </Part>
      <Facts
        facts={[
          { label: msg`Carrier`, value: s.carrierName && `${s.carrierName} · ${s.carrier}` },
          {
            label: msg`Pickup`,
            value: s.shipOn && (
              <>
                <Day text={s.shipOn} /> {window} {window && zone && zoneName(zone, s.shipOn, locale)}
              </>
            ),
          },
          { label: msg`Terms`, value: [words(termsWords[s.terms]), s.clauses.account].filter(Boolean).join(' · ') },
          { label: msg`Mode`, value: words(modeName(s.mode)) },
          { label: msg`BOL`, value: s.bol && <Identifier id={s.bol} /> },
          { label: msg`PRO`, value: s.pro && <Identifier id={s.pro} /> },
          { label: msg`Orders`, value: s.orders.join(', ') },
          { label: msg`Customer`, value: s.customer },
          { label: msg`References`, value: s.refs.filter(Boolean).join(', ') },
          { label: msg`Services`, value: s.services.map((c) => known(`service-${c}`) ?? c).join(', ') },
          { label: msg`Trailer`, value: s.trailer },
          { label: msg`Seal`, value: s.seal },
          { label: msg`Emergency phone`, value: s.emergencyPhone },
        ]}
      />
      {s.instruction && (
        <Part title={msg`Instructions`}>
          <p className={css.plain}>{s.instruction}</p>
        </Part>
      )}
      <Items s={s} />
    </>
  )
}

function Items({ s }: { s: Shipment }) {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <Part title={msg`Goods`}>
      {/* The table may be wider than a phone; then it scrolls, also by keyboard. */}
      <Scrolls className={css.scroll} label={t`Goods`}>
        <table className={css.items}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Description</Trans>
              </th>
              <th scope="col" data-n>
                <Trans>Pieces</Trans>
              </th>
              <th scope="col" data-n>
                <Trans>Pallets</Trans>
              </th>
              <th scope="col" data-n>
                <Trans>Weight</Trans>
              </th>
              <th scope="col" data-n>
                <Trans>Class</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {s.items.map((it, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a shipment have no key of their own and never move
              <tr key={n}>
                <td>
                  {it.description || it.code}
                  {it.hazmat && (
                    <span className={css.hazmat}>
                      {[unOf(it.hazmat.un), it.hazmat.properName, it.hazmat.class, it.hazmat.packingGroup].filter(Boolean).join(', ')}
                    </span>
                  )}
                </td>
                <td data-n>
                  {count(it.pieces, locale)} {it.packageType !== ownPackage && it.packageType}
                </td>
                <td data-n>{it.pallets > 0 && count(it.pallets, locale)}</td>
                <td data-n>{measure(it.weight, locale)}</td>
                <td data-n>{it.class}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>
                <Trans>Total</Trans>
              </td>
              <td data-n>{count(s.pieces, locale)}</td>
              <td data-n>{count(s.pallets, locale)}</td>
              <td data-n>{measure(s.weight, locale)}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </Scrolls>
    </Part>
  )
}
