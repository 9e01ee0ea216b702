import { Trans, useLingui } from '@lingui/react/macro'
import type { Ops } from '@sync/gen/api'
import { useEffect, useRef, useState } from 'react'
import { money } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import { ask } from '@/kit/guest/ask'
import { Field } from '@/kit/guest/Field'
import { kept } from '@/kit/guest/kept'
import { useAnswer } from '@/kit/guest/useAnswer'
import { type Link, troubleOf } from '@/kit/guest/useLink'
import { amountOf, type BillReq, chargesOf, type Line, totalOf } from './bill'
import css from './Carrier.module.css'
import { keepName, lastName } from './ProForm'
import { draftKey, held, type Load, refusals, type Typed } from './portal'
import { Sending } from './Sending'
import { standings } from './words'

type Codes = Ops['CarrierPortal/ChargeCodes']['resp']

/** The accessorials that a bill may name, as they were last where there is no signal. */
function useCodes(on: boolean): Codes {
  const { i18n } = useLingui()
  const key = `lading.carrier.codes.${i18n.locale}`
  const [codes, setCodes] = useState<Codes>(() => kept.read<Codes>(key) ?? [])
  useEffect(() => {
    if (!on) return
    ask('CarrierPortal/ChargeCodes', held).then(
      (now) => {
        setCodes(now)
        kept.write(key, now)
      },
      (err: unknown) => void troubleOf(err), // what is known stands
    )
  }, [on, key])
  return codes
}

interface Given {
  number: string
  on: string
  currency: string
  lines: Line[]
  name: string
}

/** What was billed of the load, and another bill. */
export function BillPart({ load, link, scac }: { load: Load; link: Link<Load>; scac: string }) {
  const { t, i18n } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(false)
  const [done, setDone] = useState(false)
  const [open, setOpen] = useState(false)
  const nothing: Typed<Given> = {
    given: {
      number: '',
      on: '',
      currency: load.currency || load.money,
      lines: [
        { code: 'linehaul', amount: '' },
        { code: 'discount', amount: '' },
        { code: 'fuel', amount: '' },
      ],
      name: lastName(scac),
    },
    waiting: false,
    at: 0,
  }
  const work = useAnswer<Typed<Given>, Load>({
    key: draftKey(scac, load.id, 'bill'),
    nothing,
    link,
    later: true,
    send: async ({ given: g }) => {
      const charges = chargesOf(g.lines) ?? []
      const now = await ask('CarrierPortal/Bill', {
        ...held,
        ShipmentId: load.id,
        Number: g.number.trim(),
        InvoicedOn: g.on,
        Currency: g.currency,
        Charges: charges,
        TotalMinor: totalOf(charges),
        Name: g.name.trim(),
      } satisfies BillReq)
      keepName(scac, g.name.trim())
      return now
    },
    onTaken: () => {
      setAsked(false)
      setDone(true)
      setOpen(false)
    },
  })
  const may = load.statuscode === 'A' || load.statuscode === 'D'
  const shown = open || work.draft.at > 0
  const codes = useCodes(may && shown)
  if (!may && load.bills.length === 0) return null
  const g = work.draft.given
  const set = (part: Partial<Given>) => {
    setDone(false)
    work.type({ given: { ...g, ...part } })
  }
  const setLine = (at: number, part: Partial<Line>) => set({ lines: g.lines.map((l, n) => (n === at ? { ...l, ...part } : l)) })
  const charges = chargesOf(g.lines)
  const total = totalOf(charges)
  const no = refusals(work.refused?.fields)
  const names: Record<string, string> = { linehaul: t`Linehaul`, discount: t`Discount`, fuel: t`Fuel surcharge` }
  const lacks = !g.number.trim() || !g.on || !g.name.trim() || !charges || total <= 0
  const send = () => {
    setAsked(true)
    if (lacks) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    else work.send()
  }
  return (
    <section className={css.part}>
      <h2>
        <Trans>Invoices</Trans>
      </h2>
      {load.bills.length > 0 && (
        <ul>
          {load.bills.map((b) => {
            const standing = standings[b.standing]
            return (
              <li key={b.number}>
                <strong>{b.number}</strong> {day(b.invoicedOn, i18n.locale)} · {money(b.totalMinor, b.currency, i18n.locale)}{' '}
                {standing && <span className={css.state}>{i18n._(standing)}</span>}
                {b.creditMinor > 0 && (
                  <>
                    {' '}
                    <Trans>{money(b.creditMinor, b.currency, i18n.locale)} is credited</Trans>
                  </>
                )}
                {b.standing !== 'in-review' && b.payMinor !== b.totalMinor && (
                  <>
                    {' '}
                    <Trans>{money(b.payMinor, b.currency, i18n.locale)} is paid</Trans>
                  </>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {done && (
        <p role="status">
          <Trans>The invoice was sent.</Trans>
        </p>
      )}
      {may && !shown && (
        <button type="button" className={css.go} onClick={() => setOpen(true)}>
          <Trans>Enter an invoice</Trans>
        </button>
      )}
      {shown && (
        <form
          ref={form}
          className={css.form}
          noValidate
          onSubmit={(e) => {
            e.preventDefault()
            send()
          }}
        >
          <div className={css.row}>
            <Field label={t`Invoice number`} error={no.Number ?? (asked && !g.number.trim() ? t`Enter the invoice number.` : undefined)}>
              {(wired) => (
                <input
                  {...wired}
                  autoComplete="off"
                  maxLength={30}
                  value={g.number}
                  onChange={(e) => set({ number: e.currentTarget.value })}
                />
              )}
            </Field>
            <Field label={t`Invoice date`} error={no.InvoicedOn ?? (asked && !g.on ? t`Enter the day.` : undefined)}>
              {(wired) => <input {...wired} type="date" value={g.on} onChange={(e) => set({ on: e.currentTarget.value })} />}
            </Field>
            <Field label={t`Currency`}>
              {(wired) => (
                <select {...wired} value={g.currency} onChange={(e) => set({ currency: e.currentTarget.value })}>
                  {['USD', 'CAD', 'MXN'].map((c) => (
                    <option key={c}>{c}</option>
                  ))}
                </select>
              )}
            </Field>
          </div>
          {g.lines.map((l, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name, and lines are only added at the end
            <div key={at} className={css.row}>
              {!names[l.code] && (
                <Field label={t`Accessorial`} error={asked && l.amount.trim() && !l.code ? t`Choose the accessorial.` : undefined}>
                  {(wired) => (
                    <select {...wired} value={l.code} onChange={(e) => setLine(at, { code: e.currentTarget.value })}>
                      <option value="">{t`Choose…`}</option>
                      {codes
                        .filter((c) => c.code === l.code || !g.lines.some((o) => o.code === c.code))
                        .map((c) => (
                          <option key={c.code} value={c.code}>
                            {c.name} ({c.code})
                          </option>
                        ))}
                    </select>
                  )}
                </Field>
              )}
              <Field
                label={names[l.code] ?? t`Amount`}
                error={asked && l.amount.trim() && amountOf(l.amount) === undefined ? t`Enter an amount like 1,250.00.` : undefined}
              >
                {(wired) => (
                  <input
                    {...wired}
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={14}
                    value={l.amount}
                    onChange={(e) => setLine(at, { amount: e.currentTarget.value })}
                  />
                )}
              </Field>
            </div>
          ))}
          <button type="button" className={css.more} onClick={() => set({ lines: [...g.lines, { code: '', amount: '' }] })}>
            <Trans>Add an accessorial</Trans>
          </button>
          <p className={css.total}>
            <Trans>Total</Trans> {money(total, g.currency, i18n.locale)}
          </p>
          {asked && total <= 0 && (
            <p role="alert" className={css.bad}>
              <Trans>Enter at least one charge.</Trans>
            </p>
          )}
          <Field label={t`Your name`} error={asked && !g.name.trim() ? t`Your name is missing.` : undefined}>
            {(wired) => (
              <input {...wired} autoComplete="name" maxLength={80} value={g.name} onChange={(e) => set({ name: e.currentTarget.value })} />
            )}
          </Field>
          <Sending work={work} beside={['Number', 'InvoicedOn']} done={false}>
            <Trans>Send invoice</Trans>
          </Sending>
        </form>
      )}
    </section>
  )
}
