import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { day } from '@/kit/format/time'
import { timeOfDay } from '@/kit/format/window'
import { zoneName } from '@/kit/format/zone'
import { Field } from '@/kit/guest/Field'
import { FilesInput } from '@/kit/guest/FilesInput'
import { MainButton } from '@/kit/guest/MainButton'
import { LineFields } from './LineFields'
import css from './Portal.module.css'
import { brings, others, wrongs } from './ship'
import type { Portal } from './usePortal'

/** What is ready, when, and how it comes. Kept on the device with every key; sent without a signal, it goes out by itself later. */
export function ShipForm({ portal }: { portal: Portal }) {
  const { t, i18n } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(false)
  const { draft: d, orders, site, type } = portal
  const bad = wrongs(d, orders)
  const wrong = (field: string) => (asked || bad.get(field) === 'more-than-left' ? bad.get(field) : undefined)
  const missing = (field: string, said: string) => (wrong(field) ? said : undefined)
  const [first] = orders
  const own = brings(orders)

  if (!first || !site)
    return (
      <section className={css.form}>
        <p role={d.waiting ? 'status' : 'alert'}>
          {d.waiting ? (
            <Trans>Being sent. Keep this page open.</Trans>
          ) : (
            <Trans>Nothing is left to ship of what you had begun. It may have been shipped already: see My shipments.</Trans>
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

  const send = () => {
    setAsked(true)
    if (bad.size > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    portal.ship()
  }
  const zone = zoneName(site.zone, site.today, i18n.locale)
  const free = (portal.slots?.free ?? []).filter((s) => s.day >= d.shipOn)
  const kinds = portal.slots?.kinds ?? []
  const days = [...new Set(free.map((s) => s.day))]
  const refusedAt = portal.refused?.fields.find((f) => f.field === 'StartTime' || f.field === 'SlotDate')?.message
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
        <Trans>Ship {orders.map((o) => o.number).join(', ')}</Trans>
      </h2>
      <p className={css.quiet}>
        <Trans>To</Trans>{' '}
        {[site.party.name, site.party.street, `${site.party.city}, ${site.party.state} ${site.party.zip}`].filter(Boolean).join(', ')}
      </p>
      {orders.flatMap((o) =>
        o.lines
          .filter((l) => l.left > 0)
          .map((l) => <LineFields key={`${o.id}/${l.line}`} portal={portal} order={o} line={l} bad={wrong} />),
      )}
      {missing('lines', '.') && (
        <p role="alert" className={css.bad}>
          <Trans>Enter the pieces of at least one line.</Trans>
        </p>
      )}
      {others(d, portal.shown).map((o) => (
        <button key={o.id} type="button" className={css.more} onClick={() => type({ orders: [...d.orders, o.id] })}>
          <Trans>Ship {o.number} with it</Trans>
        </button>
      ))}

      <div className={css.row}>
        <Field label={t`Ready on`} error={missing('shipOn', t`Enter the day.`)}>
          {(wired) => <input {...wired} type="date" value={d.shipOn} onChange={(e) => type({ shipOn: e.currentTarget.value })} />}
        </Field>
        {!own && (
          <>
            <Field label={t`Pickup from`}>
              {(wired) => <input {...wired} type="time" value={d.from} onChange={(e) => type({ from: e.currentTarget.value })} />}
            </Field>
            <Field label={t`Pickup until`}>
              {(wired) => <input {...wired} type="time" value={d.to} onChange={(e) => type({ to: e.currentTarget.value })} />}
            </Field>
          </>
        )}
      </div>
      {own ? (
        <>
          <p className={css.quiet}>
            <Trans>Freight prepaid: you send the truck.</Trans>
          </p>
          <div className={css.row}>
            <Field label={t`Carrier`} hint={<Trans>SCAC or name</Trans>} error={missing('carrier', t`Enter your carrier.`)}>
              {(wired) => (
                <input
                  {...wired}
                  autoComplete="off"
                  maxLength={80}
                  value={d.carrier}
                  onChange={(e) => type({ carrier: e.currentTarget.value })}
                />
              )}
            </Field>
            <Field label={t`PRO, if you have it`}>
              {(wired) => (
                <input {...wired} autoComplete="off" maxLength={30} value={d.pro} onChange={(e) => type({ pro: e.currentTarget.value })} />
              )}
            </Field>
          </div>
          {kinds.length > 1 && (
            <Field label={t`Load type`} error={portal.refused?.fields.find((f) => f.field === 'LoadTypeId')?.message}>
              {(wired) => (
                <select {...wired} value={d.kind ?? ''} onChange={(e) => type({ kind: e.currentTarget.value, slot: '' })}>
                  <option value="">{t`Choose…`}</option>
                  {kinds.map((k) => (
                    <option key={k.id} value={k.id}>
                      {k.name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {free.length > 0 || d.slot ? (
            <Field
              label={t`Delivery time`}
              hint={
                <Trans>
                  Free times at {site.party.name} ({zone})
                </Trans>
              }
              error={refusedAt}
            >
              {(wired) => (
                <select {...wired} value={d.slot} onChange={(e) => type({ slot: e.currentTarget.value })}>
                  <option value="">{t`Not yet`}</option>
                  {d.slot && !free.some((s) => `${s.day} ${s.start}` === d.slot) && (
                    <option value={d.slot}>{t`${d.slot}, not free`}</option>
                  )}
                  {days.map((on) => (
                    <optgroup key={on} label={day(on, i18n.locale)}>
                      {free
                        .filter((s) => s.day === on)
                        .map((s) => (
                          <option key={s.start} value={`${on} ${s.start}`}>
                            {day(on, i18n.locale)}, {timeOfDay(s.start)}
                          </option>
                        ))}
                    </optgroup>
                  ))}
                </select>
              )}
            </Field>
          ) : !portal.slots ? (
            <p className={css.quiet} role="status">
              {portal.slotsLost ? (
                <Trans>No connection. The free delivery times appear here as soon as there is a signal.</Trans>
              ) : (
                <Trans>The free delivery times are being read…</Trans>
              )}
            </p>
          ) : kinds.length > 1 && !d.kind ? (
            <p className={css.quiet}>
              <Trans>Choose a load type to see the free delivery times.</Trans>
            </p>
          ) : (
            <p className={css.quiet}>
              <Trans>
                {site.party.name} gives out no delivery times here. Call before you come: {site.party.phone || '—'}
              </Trans>
            </p>
          )}
        </>
      ) : (
        <p className={css.quiet}>
          <Trans>Freight collect: {portal.shown.buyer} sends the truck.</Trans>
        </p>
      )}
      <Field label={t`Note`}>
        {(wired) => (
          <textarea {...wired} rows={2} maxLength={1000} value={d.note} onChange={(e) => type({ note: e.currentTarget.value })} />
        )}
      </Field>
      <Field label={t`Your name`} error={missing('name', t`Your name is missing.`)}>
        {(wired) => (
          <input {...wired} autoComplete="name" maxLength={80} value={d.name} onChange={(e) => type({ name: e.currentTarget.value })} />
        )}
      </Field>
      <FilesInput files={portal.files} onChange={portal.hold} />

      {portal.refused && (
        <p role="alert" className={css.bad}>
          {portal.refused.said}
        </p>
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
            <Trans>What you typed after sending did not go along: it stands here for another shipment.</Trans>
          ) : (
            <Trans>What you typed is kept on this device.</Trans>
          ))
        )}
      </p>
      <MainButton type="submit" disabled={portal.sending}>
        <Trans>Ship it</Trans>
      </MainButton>
      {!portal.sending && !d.waiting && (
        <button type="button" className={css.go} onClick={portal.drop}>
          <Trans>Discard</Trans>
        </button>
      )}
    </form>
  )
}
