import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { QuoteLane, QuoteLaneRow } from '@sync/gen/api'
import { useEffect, useId, useState } from 'react'
import { measure, money } from '@/kit/format/measure'
import { dateTime, day } from '@/kit/format/time'
import { ask, NoContact, Refused, reach } from '@/kit/guest/ask'
import { MainButton } from '@/kit/guest/MainButton'
import { reasonWords } from '@/quote/words'
import { keepName, keepTyped, readName, readTyped } from '../draft'
import { fill, judge, quoted, reasons, standing, type Typed, unsent, type Wrong } from './fill'
import css from './Lanes.module.css'

/** All that a carrier was asked in one go, to be answered in one go: typed, pasted, or in the sheet that its own program fills. */
export function Sheet({ asked, quote, token, onSent }: { asked: QuoteLane[]; quote: string; token: string; onSent: () => void }) {
  const { t, i18n } = useLingui()
  const id = useId()
  const [lanes, setLanes] = useState(asked)
  const [typed, setTyped] = useState<Record<string, Typed>>(() => readTyped<Typed>(quote))
  const [name, setName] = useState(() => readName(quote))
  const [pasted, setPasted] = useState('')
  const [said, setSaid] = useState('')
  const [trouble, setTrouble] = useState('')
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)

  const offline = t`No connection. What you typed is kept on this device; try again when there is a signal.`
  const work = async (run: () => Promise<void>) => {
    setBusy(true)
    setTrouble('')
    setSaid('')
    try {
      await run()
    } catch (err) {
      if (!(err instanceof Refused) && !(err instanceof NoContact)) throw err
      setTrouble(err instanceof Refused ? err.fields[0]?.message || err.said : offline)
    } finally {
      setBusy(false)
    }
  }
  // What is typed changes from what stands at that moment, never from what stood when a call began: somebody types on meanwhile.
  useEffect(() => keepTyped(quote, typed), [quote, typed])
  useEffect(() => keepName(quote, name), [quote, name])
  const get = (format: 'csv' | 'xlsx') =>
    work(async () => {
      const res = await reach('Quote/DownloadLanes', JSON.stringify({ AccessID: token, Format: format }), 120_000)
      const address = URL.createObjectURL(await res.blob())
      Object.assign(document.createElement('a'), { href: address, download: `quotes.${format}` }).click()
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    })
  const take = (file: File) =>
    work(async () => {
      const form = new FormData()
      form.append('AccessID', token)
      form.append('file', file)
      const rows = (await (await reach('Quote/ReadLanes', form, 120_000)).json()) as QuoteLaneRow[] // the call's own answer
      const found = fill(lanes, rows)
      setTyped((now) => ({ ...now, ...found.typed }))
      setPasted('')
      setRefused({})
      const n = Object.keys(found.typed).length
      setSaid(
        [
          t`Read: ${n}. Nothing is sent yet.`,
          found.unknown.length > 0 && t`Not among these loads: ${found.unknown.slice(0, 5).join(', ')}.`,
          found.computed.length > 0 && t`The sheet computes these prices; check them: ${found.computed.slice(0, 5).join(', ')}.`,
        ]
          .filter(Boolean)
          .join(' '),
      )
    })

  const of = (l: QuoteLane) => typed[l.quoteId] ?? standing(l)
  const open = lanes.filter((l) => l.mayAnswer)
  const judged = new Map(open.map((l) => [l.quoteId, judge(l, of(l))]))
  const answers = [...judged.values()].flatMap((j) => (j.said === 'answer' ? [j.answer] : []))
  const wrong = [...judged.values()].filter((j) => j.said === 'wrong').length
  const send = () =>
    work(async () => {
      const { results, lanes: now } = await ask('Quote/SubmitLanes', { AccessID: token, Lanes: answers, ContactName: name }, 120_000)
      const no = Object.fromEntries(results.flatMap((r) => (r.code ? [[r.quoteId, r.said]] : [])))
      setLanes(now)
      setRefused(no)
      setTyped((at) =>
        unsent(
          at,
          typed,
          answers.map((a) => a.QuoteID),
          no,
        ),
      )
      const n = results.length - Object.keys(no).length
      setSaid(n > 0 ? t`Received: ${n}. A receipt comes by mail.` : '')
      onSent()
    })
  const words: Record<Wrong, string> = {
    negative: t`An amount cannot be below zero.`,
    'other-currency': t`This is another currency than the one that was asked for.`,
    unreadable: t`Enter an amount such as 1250.00`,
    'too-large': t`The amount is over a million. Please check it.`,
    days: t`A whole number of days, up to 60.`,
    word: t`Please say why in a word or two.`,
    both: t`A price or no bid, not both.`,
  }
  return (
    <section className={css.sheet} aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`}>
        <Plural value={lanes.length} one="# load" other="# loads" />
      </h2>
      <div className={css.ways}>
        <button type="button" disabled={busy} onClick={() => void get('xlsx')}>
          <Trans>Download for Excel</Trans>
        </button>
        <button type="button" disabled={busy} onClick={() => void get('csv')}>
          <Trans>Download as CSV</Trans>
        </button>
        <label className={css.file}>
          <Trans>Upload filled-in file</Trans>
          <input
            type="file"
            accept=".csv,.txt,.xlsx"
            disabled={busy}
            onChange={(e) => {
              const file = e.currentTarget.files?.[0]
              e.currentTarget.value = ''
              if (file) void take(file)
            }}
          />
        </label>
      </div>
      <details className={css.paste}>
        <summary>
          <Trans>Paste from a spreadsheet</Trans>
        </summary>
        <label htmlFor={`${id}-paste`}>
          <Trans>Request, price, days and note; or prices alone, in the order below.</Trans>
        </label>
        <textarea id={`${id}-paste`} rows={4} value={pasted} onChange={(e) => setPasted(e.currentTarget.value)} />
        <button
          type="button"
          disabled={busy || pasted.trim() === ''}
          onClick={() => void take(new File([quoted(pasted)], 'pasted.csv', { type: 'text/csv' }))}
        >
          <Trans>Fill in</Trans>
        </button>
      </details>
      <p role="status">{said}</p>
      <ul className={css.lanes}>
        {lanes.map((l) => {
          const now = of(l)
          const j = judged.get(l.quoteId)
          const no = refused[l.quoteId] ?? (j?.said === 'wrong' ? words[j.why] : undefined)
          const set = (part: Partial<Typed>) =>
            setTyped((all) => ({ ...all, [l.quoteId]: { ...(all[l.quoteId] ?? standing(l)), ...part } }))
          const field = (what: string) => ({ id: `${id}-${l.quoteId}-${what}` })
          const price = { ...field('price'), ...(no ? { 'aria-invalid': true as const, 'aria-describedby': `${id}-${l.quoteId}-no` } : {}) }
          return (
            <li key={l.quoteId} aria-label={l.number}>
              <h3>
                {l.from} – {l.to}
              </h3>
              <p className={css.quiet}>
                {l.number} · {day(l.shipOn, i18n.locale)} · <Plural value={l.pallets} one="# pallet" other="# pallets" />,{' '}
                {measure(l.weight, i18n.locale)} · <Trans>answer by {dateTime(l.deadline, i18n.locale)}</Trans>
              </p>
              {l.state === 'answered' && (
                <p>
                  <Trans>Received: {money(l.amountMinor, l.currency, i18n.locale)}</Trans>
                </p>
              )}
              {l.state === 'no-bid' && (
                <p>
                  <Trans>You do not bid</Trans>
                </p>
              )}
              {l.mayAnswer ? (
                <div className={css.fields}>
                  <div>
                    <label htmlFor={price.id}>
                      <Trans>Price ({l.currency})</Trans>
                    </label>
                    <input {...price} inputMode="decimal" value={now.price} onChange={(e) => set({ price: e.currentTarget.value })} />
                  </div>
                  <div>
                    <label htmlFor={field('days').id}>
                      <Trans>Transit days</Trans>
                    </label>
                    <input {...field('days')} inputMode="numeric" value={now.days} onChange={(e) => set({ days: e.currentTarget.value })} />
                  </div>
                  <div>
                    <label htmlFor={field('reason').id}>
                      <Trans>No bid</Trans>
                    </label>
                    <select {...field('reason')} value={now.reason} onChange={(e) => set({ reason: e.currentTarget.value })}>
                      <option value="">–</option>
                      {reasons.map((r) => {
                        const label = reasonWords[r]
                        return (
                          <option key={r} value={r}>
                            {label && i18n._(label)}
                          </option>
                        )
                      })}
                    </select>
                  </div>
                  <div>
                    <label htmlFor={field('note').id}>
                      <Trans>Note</Trans>
                    </label>
                    <input {...field('note')} maxLength={1000} value={now.note} onChange={(e) => set({ note: e.currentTarget.value })} />
                  </div>
                </div>
              ) : (
                <p className={css.quiet}>
                  <Trans>No answer is taken any more</Trans>
                </p>
              )}
              {no && (
                <p id={`${id}-${l.quoteId}-no`} className={css.bad}>
                  {no}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {open.length > 0 && (
        <>
          <div className={css.fields}>
            <div>
              <label htmlFor={`${id}-name`}>
                <Trans>Your name</Trans>
              </label>
              <input id={`${id}-name`} maxLength={80} autoComplete="name" value={name} onChange={(e) => setName(e.currentTarget.value)} />
            </div>
          </div>
          {wrong > 0 && (
            <p className={css.bad}>
              <Plural value={wrong} one="# load is not right yet; it is not sent." other="# loads are not right yet; they are not sent." />
            </p>
          )}
          {trouble && (
            <p role="alert" className={css.bad}>
              {trouble}
            </p>
          )}
          <div className={css.send}>
            <MainButton disabled={busy || answers.length === 0} onClick={() => void send()}>
              {answers.length === 0 ? (
                <Trans>Nothing to send yet</Trans>
              ) : (
                <Plural value={answers.length} one="Send # answer" other="Send # answers" />
              )}
            </MainButton>
          </div>
        </>
      )}
    </section>
  )
}
