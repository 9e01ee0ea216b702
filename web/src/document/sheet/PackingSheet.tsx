import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Identifier, useLocale } from '@/kit/format/Formats'
import { day } from '@/kit/format/time'
import { add, measureText } from '../compose'
import type { PackingList } from '../packing'
import css from './Sheet.module.css'

/** A packing list as it is read and printed on a device, from what is on it: the paper's own order of things (server/document/bill/packing.go). */
export function PackingSheet({ list: l }: { list: PackingList }) {
  const locale = useLocale()
  const weight = l.lines.reduce((sum, line) => add(sum, line.weight), { milli: 0, unit: '' })
  return (
    <article className={css.page}>
      <header className={css.head}>
        <h2>
          <Trans>Packing list</Trans>
        </h2>
        <span>{day(l.on, locale)}</span>
      </header>
      <div className={css.parties}>
        <Party title={<Trans>Ship from</Trans>} of={l.from} />
        <Party title={<Trans>Ship to</Trans>} of={l.to} />
      </div>
      <dl className={css.facts}>
        <Fact title={<Trans>Shipment</Trans>} of={l.number} />
        <Fact title={<Trans>BOL</Trans>} of={l.bol && <Identifier id={l.bol} />} />
        <Fact title={<Trans>PRO</Trans>} of={l.pro} />
        <Fact title={<Trans>Carrier</Trans>} of={l.carrier} />
        <Fact title={<Trans>References</Trans>} of={l.refs.filter(Boolean).join(', ')} />
        <Fact title={<Trans>Orders</Trans>} of={l.orders.join(', ')} />
      </dl>
      <table>
        <caption>
          <Trans>Items</Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Order</Trans>
            </th>
            <th scope="col">
              <Trans>Item</Trans>
            </th>
            <th scope="col" className={css.number}>
              <Trans>Pieces</Trans>
            </th>
            <th scope="col" className={css.number}>
              <Trans>Weight</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {l.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line's place is a part of the paper
            <tr key={at}>
              <td>{line.order}</td>
              <td>{[line.code, line.description].filter(Boolean).join(' · ')}</td>
              <td className={css.number}>
                {line.pieces} {line.package}
              </td>
              <td className={css.number}>{measureText(line.weight)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <td>
              <Trans>Total</Trans>
            </td>
            <td className={css.number}>{l.lines.reduce((n, line) => n + line.pieces, 0)}</td>
            <td className={css.number}>{measureText(weight)}</td>
          </tr>
        </tfoot>
      </table>
      {l.units.length > 0 && (
        <table>
          <caption>
            <Trans>Pallets and cartons</Trans>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Number</Trans>
              </th>
              <th scope="col">
                <Trans>Contents</Trans>
              </th>
              <th scope="col" className={css.number}>
                <Trans>Pieces</Trans>
              </th>
              <th scope="col">
                <Trans>Size</Trans>
              </th>
              <th scope="col" className={css.number}>
                <Trans>Weight</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {l.units.map((u) => (
              <tr key={u.number}>
                <td>
                  <Identifier id={u.number} />
                </td>
                <td>
                  {u.description}
                  {u.lot && (
                    <div>
                      <Trans>Lot {u.lot}</Trans>
                    </div>
                  )}
                  {u.expiresOn && (
                    <div>
                      <Trans>Expires {u.expiresOn}</Trans>
                    </div>
                  )}
                  {u.bestBefore && (
                    <div>
                      <Trans>Best before {u.bestBefore}</Trans>
                    </div>
                  )}
                </td>
                <td className={css.number}>{u.pieces}</td>
                <td>{u.size}</td>
                <td className={css.number}>{measureText(u.weight)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {l.note && <p>{l.note}</p>}
    </article>
  )
}

function Fact({ title, of }: { title: ReactNode; of: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{of || '–'}</dd>
    </div>
  )
}

function Party({ title, of: p }: { title: ReactNode; of: PackingList['to'] }) {
  return (
    <section>
      <h3>{title}</h3>
      <address>
        <strong>{p.name}</strong>
        <br />
        {[p.street, p.street2].filter(Boolean).join(', ')}
        <br />
        {[[p.city, p.state].filter(Boolean).join(', '), p.zip, p.country].filter(Boolean).join(' ')}
      </address>
    </section>
  )
}
