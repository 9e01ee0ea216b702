import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type HTMLAttributes, type ReactNode, useRef, useState } from 'react'
import { Field } from '@/kit/guest/Field'
import { FilesInput } from '@/kit/guest/FilesInput'
import { MainButton } from '@/kit/guest/MainButton'
import css from '../guest/Portal.module.css'
import { brings, others } from '../guest/ship'
import { BookingLine } from './BookingLine'
import { termsFor, wrongs } from './book'
import { Containers } from './Containers'
import type { Mode } from './draft'
import type { Booking } from './useBooking'
import { modeNames, termNames, wrongWords } from './words'

/** What is typed as a text. */
type Texts =
  | 'place'
  | 'volume'
  | 'origin'
  | 'port'
  | 'shipOn'
  | 'carrier'
  | 'booking'
  | 'bill'
  | 'vessel'
  | 'voyage'
  | 'departsOn'
  | 'arrivesOn'
  | 'cargo'
  | 'docs'
  | 'vgm'
  | 'name'
interface Input extends Pick<HTMLAttributes<HTMLInputElement>, 'inputMode'> {
  type?: 'date' | 'datetime-local'
  maxLength?: number
  list?: string
  autoComplete?: string
}

/** A booking: goods, route, containers, sailing and its cut-offs. Kept on the device with every key; sent without a signal, it goes out by itself later. */
export function BookForm({ portal }: { portal: Booking }) {
  const { t, i18n } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(false)
  const { draft: d, orders, site, type } = portal
  const [first] = orders
  if (!first || !site) return <Gone portal={portal} />
  const bad = wrongs(d, orders)
  const own = brings(orders)
  /** What is wrong with a field: before it is sent, or as the server says. A line's field is named by its place there. */
  const said = (field: string): string | undefined => {
    const wrong = bad.get(field)
    if (wrong && (asked || wrong === 'more-than-left' || wrong === 'check-digit')) return i18n._(wrongWords[wrong])
    return portal.refused?.fields.find((f) => f.field === field)?.message
  }
  const send = () => {
    setAsked(true)
    if (bad.size > 0) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    else portal.book()
  }
  const text = (name: Texts, field: string, label: string, input: Input = {}, hint?: ReactNode) => (
    <Field label={label} error={said(field)} hint={hint}>
      {(wired) => (
        <input
          {...wired}
          autoComplete="off"
          maxLength={60}
          {...input}
          value={d[name]}
          onChange={(e) => type({ [name]: e.currentTarget.value })}
        />
      )}
    </Field>
  )
  const choice = <T extends string>(
    value: T | '',
    names: readonly [T, MessageDescriptor][],
    put: (v: T) => void,
    label: string,
    field: string,
  ) => (
    <Field label={label} error={said(field)}>
      {(wired) => (
        // The options are the names'.
        <select {...wired} value={value} onChange={(e) => put(e.currentTarget.value as T)}>
          {value === '' && <option value="">{t`Choose…`}</option>}
          {names.map(([v, name]) => (
            <option key={v} value={v}>
              {i18n._(name)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
  const air = d.mode === 'INTLAIR'
  const port = (code: string) => portal.ports.find((p) => p.code === code.trim().toUpperCase())?.name
  const terms = termsFor(orders, d.mode)
  const at = { type: 'datetime-local' } as const
  const there = <Trans>local time at the port of loading</Trans>
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        send()
      }}
    >
      <h2>
        <Trans>Book {orders.map((o) => o.number).join(', ')}</Trans>
      </h2>
      <p className={css.quiet}>
        <Trans>To</Trans> {[site.party.name, `${site.party.city}, ${site.party.state} ${site.party.zip}`].filter(Boolean).join(', ')}
      </p>
      <div className={`${css.row} ${css.wide}`}>
        {choice(
          d.mode,
          (Object.keys(modeNames) as Mode[]).map((m) => [m, modeNames[m]] as const), // the record's own keys
          (mode) => type({ mode, carrier: '' }),
          t`Mode`,
          'ShipMode',
        )}
        {choice(
          terms.find((x) => x === d.incoterm) ?? '',
          terms.map((x) => [x, termNames[x]] as const),
          (incoterm) => type({ incoterm }),
          t`Incoterm`,
          'Incoterm',
        )}
        {text('place', 'IncotermPlace', t`Named place`)}
      </div>
      <p className={css.quiet}>
        {own ? (
          <Trans>Freight prepaid: you pay the main carriage and choose the carrier.</Trans>
        ) : (
          <Trans>Freight collect: {portal.shown.buyer} pays the main carriage; the carrier is your proposal.</Trans>
        )}
      </p>
      {orders.flatMap((o) =>
        o.lines
          .filter((l) => l.left > 0)
          .map((l) => <BookingLine key={`${o.id}/${l.line}`} portal={portal} order={o} line={l} said={said} />),
      )}
      {said('Lines') && (
        <p role="alert" className={css.bad}>
          {said('Lines')}
        </p>
      )}
      {others(d, portal.shown).map((o) => (
        <button key={o.id} type="button" className={css.more} onClick={() => type({ orders: [...d.orders, o.id] })}>
          <Trans>Book {o.number} with it</Trans>
        </button>
      ))}
      {text('volume', 'VolumeMilli', d.mode === 'FCL' ? t`Volume (m³), if known` : t`Volume (m³)`, { inputMode: 'decimal', maxLength: 8 })}
      {d.mode === 'FCL' && <Containers portal={portal} said={said} />}

      <h3>
        <Trans>Route</Trans>
      </h3>
      <datalist id="ports">
        {portal.ports.map((p) => (
          <option key={p.code} value={p.code}>
            {p.name}
          </option>
        ))}
      </datalist>
      <div className={css.row}>
        {text(
          'origin',
          'PortOfLoading',
          air ? t`Airport of departure` : t`Port of loading`,
          { list: 'ports' },
          port(d.origin) ?? <Trans>UN/LOCODE, as CNSHA</Trans>,
        )}
        {text(
          'port',
          'PortOfDischarge',
          air ? t`Airport of arrival` : t`Port of discharge`,
          { list: 'ports' },
          port(d.port) ?? <Trans>UN/LOCODE, as USSAV</Trans>,
        )}
        {text('shipOn', 'ShipOn', t`Cargo ready on`, { type: 'date' })}
      </div>

      <h3>{air ? <Trans>Flight</Trans> : <Trans>Sailing</Trans>}</h3>
      <datalist id="carriers">
        {portal.carriers.map((c) => (
          <option key={c.SCAC} value={c.SCAC}>
            {c.name}
          </option>
        ))}
      </datalist>
      <div className={css.row}>
        {text(
          'carrier',
          'Carrier',
          t`Carrier`,
          { list: 'carriers', maxLength: 80 },
          portal.carriers.find((c) => c.SCAC === d.carrier.trim().toUpperCase())?.name ??
            (own ? (
              <Trans>SCAC or name</Trans>
            ) : (
              portal.carriers.map((c) => c.SCAC).join(', ') || <Trans>{portal.shown.buyer} chooses</Trans>
            )),
        )}
        {text('booking', 'BookingNumber', t`Booking number`, { maxLength: 35 })}
        {text('bill', 'MasterBill', air ? t`Air waybill` : t`Master bill of lading`, { maxLength: 35 })}
      </div>
      <div className={css.row}>
        {text('vessel', 'Vessel', air ? t`Flight number` : t`Vessel`)}
        {!air && text('voyage', 'Voyage', t`Voyage`, { maxLength: 20 })}
        {text('departsOn', 'ETD', t`Departure (ETD)`, { type: 'date' })}
        {text('arrivesOn', 'ETA', t`Arrival (ETA)`, { type: 'date' })}
      </div>
      <div className={`${css.row} ${css.wide}`}>
        {text('cargo', 'CargoCutOff', t`Cargo cut-off`, at, there)}
        {text('docs', 'DocumentCutOff', t`Document cut-off`, at, there)}
        {d.mode === 'FCL' && text('vgm', 'VGMCutOff', t`VGM cut-off`, at, there)}
      </div>
      <Field label={t`Note`}>
        {(wired) => (
          <textarea {...wired} rows={2} maxLength={1000} value={d.note} onChange={(e) => type({ note: e.currentTarget.value })} />
        )}
      </Field>
      {text('name', 'ContactName', t`Your name`, { maxLength: 80, autoComplete: 'name' })}
      <FilesInput files={portal.files} onChange={portal.hold} />

      {portal.refused && (
        <div role="alert" className={css.bad}>
          <p>{portal.refused.said}</p>
          {/* What the server names of a line stands here: there it is known by its place alone. */}
          {portal.refused.fields
            .filter((f) => f.field.startsWith('Lines'))
            .map((f) => (
              <p key={f.field}>{f.message}</p>
            ))}
        </div>
      )}
      <p role="status" className={css.kept}>
        {d.waiting ? (
          <strong>
            <Trans>Not sent yet: there is no connection. It goes out by itself as soon as there is one; keep this page open.</Trans>
          </strong>
        ) : (
          d.at > 0 &&
          (portal.lost ? (
            <Trans>No connection. Nothing was sent; what you typed is still here.</Trans>
          ) : portal.sent ? (
            <Trans>What you typed after sending did not go along: it stands here for another booking.</Trans>
          ) : (
            <Trans>What you typed is kept on this device.</Trans>
          ))
        )}
      </p>
      <MainButton type="submit" disabled={portal.sending}>
        <Trans>Book it</Trans>
      </MainButton>
      {!portal.sending && !d.waiting && (
        <button type="button" className={css.go} onClick={portal.drop}>
          <Trans>Discard</Trans>
        </button>
      )}
    </form>
  )
}

/** A draft whose orders have nothing left, or that waits for its answer. */
function Gone({ portal }: { portal: Booking }) {
  const { draft: d } = portal
  return (
    <section className={css.form}>
      <p role={d.waiting ? 'status' : 'alert'}>
        {d.waiting ? (
          <Trans>Being sent. Keep this page open.</Trans>
        ) : (
          <Trans>Nothing is left to ship of what you had begun. It may have been booked already: see My bookings.</Trans>
        )}
      </p>
      {portal.refused && (
        <p role="alert" className={css.bad}>
          {portal.refused.said}
        </p>
      )}
      {!d.waiting && (
        <button type="button" className={css.go} onClick={portal.drop}>
          <Trans>Discard</Trans>
        </button>
      )}
    </section>
  )
}
