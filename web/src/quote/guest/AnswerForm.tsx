import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { bytes, money } from '@/kit/format/measure'
import { MainButton } from '@/kit/guest/MainButton'
import { reasonWords } from '../words'
import { type NotMoney, readAmount } from './amount'
import type { Held } from './draft'
import css from './Quote.module.css'
import { currencyOf, type Details, type useQuote } from './useQuote'

const mostFiles = 10
const largest = 10_000_000

/** The answer: a price in its parts, or no bid with a reason. It is kept on the device with every key. */
export function AnswerForm({ work, details }: { work: ReturnType<typeof useQuote>; details: Details }) {
  const { t, i18n } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(false)
  const [badFile, setBadFile] = useState('')
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
  const add = (list: FileList | null) => {
    setBadFile('')
    const more: Held[] = []
    for (const f of list ?? []) {
      if (f.size > largest) setBadFile(t`${f.name} is larger than 10 MB.`)
      else if (files.length + more.length >= mostFiles) setBadFile(t`At most ${mostFiles} files.`)
      else more.push({ key: crypto.randomUUID(), name: f.name, type: f.type, size: f.size, content: f })
    }
    if (more.length > 0) {
      hold([...files, ...more])
      type({}) // a file alone is a beginning, too
    }
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
          <div className={css.files}>
            <label>
              <Trans>Attach files</Trans>
              <small>
                <Trans>PDF, pictures, Word, Excel, CSV or text, up to 10 MB each</Trans>
              </small>
              <span className={css.choose} aria-hidden="true">
                <Trans>Choose files</Trans>
              </span>
              <input
                type="file"
                multiple
                accept=".pdf,.png,.jpg,.jpeg,.csv,.txt,.xls,.xlsx,.doc,.docx"
                onChange={(e) => {
                  add(e.currentTarget.files)
                  e.currentTarget.value = ''
                }}
              />
            </label>
            <ul>
              {files.map((f) => (
                <li key={f.key}>
                  <span>
                    {f.name} <small>{bytes(f.size, i18n.locale)}</small>
                  </span>
                  <button type="button" aria-label={t`Remove ${f.name}`} onClick={() => hold(files.filter((x) => x.key !== f.key))}>
                    ✕
                  </button>
                </li>
              ))}
            </ul>
            {badFile && (
              <p role="alert" className={css.bad}>
                {badFile}
              </p>
            )}
          </div>
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
          d.at > 0 && <Trans>What you typed is kept on this device.</Trans>
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

interface Wired {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

function Field({ label, error, children }: { label: string; error?: string; children: (wired: Wired) => React.ReactNode }) {
  const id = `f-${label.replace(/\W+/g, '-')}`
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? `${id}-e` : undefined })}
      {error && (
        <span id={`${id}-e`} role="alert" className={css.bad}>
          {error}
        </span>
      )}
    </div>
  )
}
