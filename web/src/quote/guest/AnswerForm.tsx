import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { money } from '@/kit/format/measure'
import { Field } from '@/kit/guest/Field'
import { FilesInput } from '@/kit/guest/FilesInput'
import type { Held } from '@/kit/guest/heldFiles'
import { MainButton } from '@/kit/guest/MainButton'
import { reasonWords } from '../words'
import { type NotMoney, readAmount } from './amount'
import css from './Quote.module.css'
import { currencyOf, type Details, type useQuote } from './useQuote'

/** The answer: a price in its parts, or no bid with a reason. It is kept on the device with every key. */
export function AnswerForm({ work, details }: { work: ReturnType<typeof useQuote>; details: Details }) {
  const { t, i18n } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(false)
  const { draft: d, files, type, hold } = work
  const currency = currencyOf(d, details)
  const currencies = details.CurrencyDetails.currencyCodes

  const read = Object.fromEntries(
    details.ChargeDetails.map((code) => [code, d.amounts[code] ?? ''] as const).map(([code, text]) => [code, readAmount(text, currency)]),
  )
  const total = Object.values(read).reduce<number>((n, a) => n + (typeof a === 'number' ? a : 0), 0)
  const says: Record<NotMoney, string> = {
    negative: t`An amount cannot be below zero.`,
    'other-currency': t`The price is asked in ${currency}. Enter it in that currency, or choose no bid and say why.`,
    unreadable: t`Enter an amount such as 1250.00`,
    'too-large': t`The amount is over a million. Please check it.`,
  }
  const wrongAmount = (code: string) => (typeof read[code] === 'string' ? says[read[code]] : undefined)
  const none = d.bidding && total === 0 && !details.ChargeDetails.some(wrongAmount)
  const daysWrong = d.days !== '' && !/^([0-9]|[1-5]\d|60)$/.test(d.days.trim())
  const noReason = !d.bidding && d.reason === ''
  const noWord = !d.bidding && d.reason === 'other' && d.note.trim() === ''
  const wrong = d.bidding ? none || daysWrong || details.ChargeDetails.some(wrongAmount) : noReason || noWord

  const names: Record<string, string> = { freight: t`Line haul`, fuel: t`Fuel`, other: t`All other charges` }
  const send = () => {
    setAsked(true)
    if (wrong) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    work.send()
  }
  const keepFiles = (list: Held[]) => {
    hold(list)
    if (list.length > files.length) type({}) // a file alone is a beginning, too
  }

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
      <fieldset className={css.way}>
        <legend>
          <Trans>Your answer</Trans>
        </legend>
        <label>
          <input type="radio" name="way" checked={d.bidding} onChange={() => type({ bidding: true })} /> <Trans>A price</Trans>
        </label>
        <label>
          <input type="radio" name="way" checked={!d.bidding} onChange={() => type({ bidding: false })} /> <Trans>No bid</Trans>
        </label>
      </fieldset>

      {d.bidding ? (
        <>
          {currencies.length > 1 && (
            <Field label={t`Currency`}>
              {(wired) => (
                <select {...wired} value={currency} onChange={(e) => type({ currency: e.currentTarget.value })}>
                  {currencies.map((c) => (
                    <option key={c}>{c}</option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {details.ChargeDetails.map((code) => (
            <Field
              key={code}
              label={`${names[code] ?? code} (${currency})`}
              error={wrongAmount(code) ?? (asked && none && code === 'freight' ? t`Enter a price, or choose no bid.` : undefined)}
            >
              {(wired) => (
                <input
                  {...wired}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={20}
                  value={d.amounts[code] ?? ''}
                  onChange={(e) => type({ amounts: { ...d.amounts, [code]: e.currentTarget.value } })}
                />
              )}
            </Field>
          ))}
          <p className={css.total}>
            <span>
              <Trans>Total</Trans>
            </span>
            <output>{money(total, currency, i18n.locale)}</output>
          </p>
          <Field label={t`Days in transit`} error={daysWrong ? t`A number of days, at most 60.` : undefined}>
            {(wired) => (
              <input
                {...wired}
                inputMode="numeric"
                autoComplete="off"
                maxLength={3}
                value={d.days}
                onChange={(e) => type({ days: e.currentTarget.value })}
              />
            )}
          </Field>
        </>
      ) : (
        <Field label={t`Why it failed`} error={asked && noReason ? t`Choose a reason: it spares you the next such mail.` : undefined}>
          {(wired) => (
            <select {...wired} value={d.reason} onChange={(e) => type({ reason: e.currentTarget.value })}>
              <option value="">{t`Choose…`}</option>
              {Object.entries(reasonWords).map(([code, words]) => (
                <option key={code} value={code}>
                  {i18n._(words)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label={d.bidding ? t`Note to the shipper` : t`In a few words`} error={asked && noWord ? t`Say it in a few words.` : undefined}>
        {(wired) => (
          <textarea {...wired} rows={3} maxLength={1000} value={d.note} onChange={(e) => type({ note: e.currentTarget.value })} />
        )}
      </Field>
      <Field label={t`Your name`}>
        {(wired) => (
          <input {...wired} autoComplete="name" maxLength={80} value={d.name} onChange={(e) => type({ name: e.currentTarget.value })} />
        )}
      </Field>
      {d.bidding && (
        <>
          <Field label={t`Your telephone`}>
            {(wired) => (
              <input
                {...wired}
                type="tel"
                autoComplete="tel"
                maxLength={40}
                value={d.phone}
                onChange={(e) => type({ phone: e.currentTarget.value })}
              />
            )}
          </Field>
          <FilesInput files={files} onChange={keepFiles} />
        </>
      )}

      {work.refused && (
        <p role="alert" className={css.bad}>
          {work.refused}
        </p>
      )}
      <p role="status" className={css.kept}>
        {d.waiting ? (
          <strong>
            <Trans>Not sent yet: there is no connection. It goes out by itself as soon as there is one; keep this page open.</Trans>
          </strong>
        ) : (
          d.at > 0 &&
          (work.lost ? (
            <Trans>No connection. Nothing was sent; what you typed is still here.</Trans>
          ) : (
            <Trans>What you typed is kept on this device.</Trans>
          ))
        )}
      </p>
      <MainButton type="submit" disabled={work.sending}>
        {d.bidding ? (
          total > 0 ? (
            <Trans>Send {money(total, currency, i18n.locale)}</Trans>
          ) : (
            <Trans>Send my price</Trans>
          )
        ) : (
          <Trans>Send: no bid</Trans>
        )}
      </MainButton>
      {details.status !== 'requested' && (
        <button type="button" className={css.wide} onClick={work.drop}>
          <Trans>Leave my answer as it is</Trans>
        </button>
      )}
    </form>
  )
}
