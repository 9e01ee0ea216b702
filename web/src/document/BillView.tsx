import type { FreightParty } from '@sync/gen/tables'
import type { ReactNode } from 'react'
import { useLocale } from '@/kit/format/Formats'
import css from './BillView.module.css'
import { type Label, labels, law, second } from './billWords'
import { add, type Bill, type BillHazmat, measureText } from './compose'

/** The bill as the driver reads it before signing: the same data as the paper, made from what is on the device. */
export function BillView({ bill }: { bill: Bill }) {
  const total = {
    units: bill.lines.reduce((n, l) => n + l.units, 0),
    packages: bill.lines.reduce((n, l) => n + l.packages, 0),
    weight: bill.lines.reduce((w, l) => add(w, l.weight), { milli: 0, unit: '' }),
  }
  const terms = bill.terms === 'P' || bill.terms === 'C' || bill.terms === 'T' ? bill.terms : undefined
  return (
    <article className={css.paper} lang="en">
      <header className={css.head}>
        <h2>
          <Word of="title" />
        </h2>
        <Box label="number" mono>
          {bill.number}
        </Box>
        <Box label="date">{bill.on}</Box>
      </header>
      <div className={css.pair}>
        <Party label="from" party={bill.from} />
        <Party label="to" party={bill.to} />
        {terms === 'T' && <Party label="billTo" party={bill.billTo} />}
        <section>
          <Box label="carrier">
            {bill.carrier.name} {bill.carrier.scac && `(${bill.carrier.scac})`}
          </Box>
          <Box label="trailer" mono>
            {bill.carrier.trailer}
          </Box>
          <Box label="seal" mono>
            {bill.carrier.seals.join(', ')}
          </Box>
          <Box label="pro" mono>
            {bill.pro}
          </Box>
          <Box label="terms">{terms && <Word of={terms} />}</Box>
        </section>
      </div>
      {bill.exceptions.length > 0 && (
        <section className={css.exceptions}>
          <h3>
            <Word of="exceptions" />
          </h3>
          <ul>
            {bill.exceptions.map((e) => (
              <li key={e}>{e}</li>
            ))}
          </ul>
        </section>
      )}
      <section className={css.scroll}>
        <table>
          <caption>
            <Word of="goods" />
          </caption>
          <thead>
            <tr>
              <Head of="units" number />
              <Head of="packages" number />
              <Head of="weight" number />
              <Head of="hm" />
              <Head of="commodity" />
              <Head of="class" />
            </tr>
          </thead>
          <tbody>
            {bill.lines.map((l, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line's place is a part of the bill
              <tr key={at}>
                <td className={css.number}>{l.units > 0 && `${l.units} ${l.unitType}`}</td>
                <td className={css.number}>
                  {l.packages} {l.packageType}
                </td>
                <td className={css.number}>{measureText(l.weight)}</td>
                <td>{l.hazmat && <strong>X</strong>}</td>
                <td>
                  {l.hazmat ? (
                    <>
                      <strong>{describe(l.hazmat)}</strong>
                      <br />
                      {l.hazmat.quantity}
                      <br />
                    </>
                  ) : null}
                  {l.description}
                </td>
                <td>{l.class}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td className={css.number}>{total.units}</td>
              <td className={css.number}>{total.packages}</td>
              <td className={css.number}>{measureText(total.weight)}</td>
              <td colSpan={3}>
                <Word of="total" />
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
      {bill.emergencyPhone && (
        <Box label="emergency" mono>
          {bill.emergencyPhone}
        </Box>
      )}
      {bill.emergencyContract && (
        <Box label="contract" mono>
          {bill.emergencyContract}
        </Box>
      )}
      <section className={css.scroll}>
        <table>
          <caption>
            <Word of="orders" />
          </caption>
          <thead>
            <tr>
              <Head of="orderNo" />
              <Head of="packages" number />
              <Head of="weight" number />
            </tr>
          </thead>
          <tbody>
            {bill.orders.map((o, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <tr key={at}>
                <td className={css.mono}>{o.number}</td>
                <td className={css.number}>{o.packages}</td>
                <td className={css.number}>{measureText(o.weight)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {bill.instructions && (
        <Box label="special">
          <span className={css.lines}>{bill.instructions}</span>
        </Box>
      )}
      <div className={css.pair}>
        <Box label="loaded">
          <Word of={bill.loadedBy} />
        </Box>
        <Box label="counted">
          <Word of={bill.countedBy} />
        </Box>
      </div>
      <footer className={css.law}>
        {law.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </footer>
    </article>
  )
}

function Word({ of }: { of: Label }) {
  const locale = useLocale()
  const also = second(of, locale)
  return (
    <>
      {labels[of][0]}
      {also && <small lang={locale}> {also}</small>}
    </>
  )
}

function Head({ of, number }: { of: Label; number?: boolean }) {
  return (
    <th scope="col" className={number ? css.number : undefined}>
      <Word of={of} />
    </th>
  )
}

function Box({ label, mono, children }: { label: Label; mono?: boolean; children: ReactNode }) {
  return (
    <div className={css.box}>
      <span className={css.label}>
        <Word of={label} />
      </span>
      <div className={mono ? css.mono : undefined}>{children || '–'}</div>
    </div>
  )
}

function Party({ label, party }: { label: Label; party: FreightParty }) {
  return (
    <section>
      <span className={css.label}>
        <Word of={label} />
      </span>
      <address>
        <strong>{party.name}</strong>
        <br />
        {[party.street, party.street2].filter(Boolean).join(', ')}
        <br />
        {[party.city, `${party.state} ${party.zip}`.trim()].filter(Boolean).join(', ')} {party.country}
        {(party.contact || party.phone) && (
          <>
            <br />
            {[party.contact, party.phone].filter(Boolean).join(' · ')}
          </>
        )}
      </address>
    </section>
  )
}

const ungrouped = (c: string) => /^[127]/.test(c) || c === '5.2' || c === '6.2'

/** The basic description. The law fixes the order and lets nothing stand between its parts. */
function describe(h: BillHazmat): string {
  const name = h.technical ? `${h.name} (${h.technical})` : h.name
  const dangerous = h.subsidiary.length > 0 ? `${h.class} (${h.subsidiary.join(', ')})` : h.class
  return [
    h.rq && 'RQ',
    h.id,
    name,
    dangerous,
    h.group && !ungrouped(h.class) && `PG ${h.group}`,
    h.ltdQty && 'Ltd Qty',
    h.marinePollutant && 'Marine Pollutant',
  ]
    .filter(Boolean)
    .join(', ')
}
