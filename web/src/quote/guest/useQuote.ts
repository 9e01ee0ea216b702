import type { Ops } from '@sync/gen/api'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ask, NoContact, Refused, reach } from '@/kit/guest/ask'
import type { Address } from './address'
import { readAmount } from './amount'
import { type Draft, drafts, type Held, heldFiles, lastSaid, nothingTyped } from './draft'

export type Details = Ops['Quote/GetQuoteResponseDetails']['resp']
export type Paper = Ops['Quote/GetClientProfileDocuments']['resp'][number]

/** What the server said last, and how far its clock is from this device's. */
interface Said {
  details: Details
  papers: Paper[]
  ahead: number
}

export type Trouble = { kind: 'no-contact' } | { kind: 'refused'; code: string; said: string }

const saidAt = (d: Details) => Date.parse(d.QuoteInfo.now ?? '')

const troubleOf = (err: unknown): Trouble => {
  if (err instanceof Refused) return { kind: 'refused', code: err.code, said: err.fields[0]?.message || err.said }
  if (err instanceof NoContact) return { kind: 'no-contact' }
  throw err
}

/** How often what waits for a connection is tried. The browser's own idea of being online is only a hint. */
const every = 5_000

/** How often an open page asks what stands: a link may be asked thirty times a minute. */
const live = 10_000

/** One carrier's quote on its own device: what is asked, what is typed, what was sent. */
export function useQuote({ quote, token, edit }: Address) {
  const [said, setSaid] = useState<Said | undefined>(() => lastSaid.read<Said>(quote))
  const [trouble, setTrouble] = useState<Trouble>()
  const [fresh, setFresh] = useState(false)
  const [draft, setDraft] = useState<Draft>(() => drafts.read(quote) ?? nothingTyped)
  const [files, setFiles] = useState<Held[]>([])
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const busy = useRef(false)

  // What was asked before a price was received may come after that, and tell of before. The server's clock cannot tell which is newer: it reads
  // while it writes. So questions are numbered, and what the server says of a price counts as asked when it is heard.
  const asked = useRef(0)
  const heard = useRef(0)

  const hear = useCallback(
    (question: number, details: Details, papers?: Paper[]) => {
      if (question < heard.current) return
      heard.current = question
      setSaid((was) => {
        const now = { details, papers: papers ?? was?.papers ?? [], ahead: saidAt(details) - Date.now() }
        lastSaid.keep(quote, now)
        return now
      })
    },
    [quote],
  )

  const load = useCallback(
    async (again: boolean) => {
      const question = ++asked.current
      try {
        const details = await ask('Quote/GetQuoteResponseDetails', { AccessID: token, QuoteID: quote, userEdit: edit, Again: again })
        hear(question, details)
        setTrouble(undefined)
        setFresh(true)
        hear(question, details, await ask('Quote/GetClientProfileDocuments', { AccessID: token }).catch(() => undefined))
      } catch (err) {
        setTrouble(troubleOf(err))
      }
    },
    [quote, token, edit, hear],
  )

  useEffect(() => {
    void load(false)
    void heldFiles.read(quote).then(setFiles)
    // Who comes back to the page after a while sees what stands now.
    const back = () => document.visibilityState === 'visible' && void load(true)
    addEventListener('visibilitychange', back)
    return () => removeEventListener('visibilitychange', back)
  }, [load, quote])

  // Until it is heard of once, the page asks again by itself.
  const lost = trouble?.kind === 'no-contact'
  useEffect(() => {
    if (!lost) return
    const again = () => void load(true)
    const timer = setInterval(again, every)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [lost, load])

  // While there is something to answer, the office may move the deadline, or decide: the page hears of it while it is looked at.
  const answerable = said?.details.QuoteInfo.mayAnswer ?? false
  useEffect(() => {
    if (!answerable) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void load(true), live)
    return () => clearInterval(timer)
  }, [answerable, load])

  const type = (part: Partial<Draft>) => {
    setRefused(undefined)
    setDraft((was) => {
      const now = { ...was, ...part, waiting: false, at: Date.now() }
      drafts.keep(quote, now)
      return now
    })
  }

  /** Begins to change an answer, from what stands. Files that were sent count as they are. */
  const change = (d: Details) => {
    const sheet = d.PriceSheetDetails
    const amounts = Object.fromEntries(d.ChargesDetails.map((c) => [c.code, (c.amountMinor / 100).toFixed(2)]))
    type({
      bidding: d.status !== 'no-bid',
      amounts,
      days: sheet.serviceDays > 0 ? String(sheet.serviceDays) : '',
      note: sheet.note,
      reason: sheet.reason,
      name: sheet.contactName,
      phone: sheet.contactPhone,
    })
    hold(d.Fileinfo.map((f) => ({ key: f.id, name: f.name, type: f.type, size: f.size, content: new Blob(), sent: f.id })))
  }

  const drop = () => {
    setRefused(undefined)
    setDraft(nothingTyped)
    drafts.drop(quote)
    hold([])
  }

  const hold = (list: Held[]) => {
    setFiles(list)
    setRefused(undefined)
    void heldFiles.keep(quote, list)
  }

  const send = useCallback(
    async (d: Draft, held: Held[], details: Details) => {
      if (busy.current) return
      busy.current = true
      setSending(true)
      setRefused(undefined)
      const received = (now: Details) => hear(++asked.current, now)
      const wait = (waiting: boolean) => {
        const now = { ...d, waiting }
        setDraft(now)
        drafts.keep(quote, now)
      }
      try {
        if (d.bidding) {
          const ids: string[] = []
          let list = held
          for (const f of held) {
            const id = f.sent ?? (await bring(token, f))
            ids.push(id)
            list = list.map((h) => (h.key === f.key ? { ...h, sent: id } : h))
            setFiles(list)
            await heldFiles.keep(quote, list) // a file that arrived is not sent again
          }
          const answer = { ...answerOf(d, details), AccessID: token, QuoteID: quote, FileIds: ids }
          received(await ask('Quote/SubmitQuoteResponse', answer))
        } else
          received(
            await ask('Quote/SubmitNoBidConfirmation', {
              AccessID: token,
              QuoteID: quote,
              Reason: d.reason,
              Comments: d.note,
              ContactName: d.name,
            } as Ops['Quote/SubmitNoBidConfirmation']['req']), // the reason is one of the list's
          )
        setTrouble(undefined)
        setDraft(nothingTyped)
        drafts.drop(quote)
        setFiles([])
        await heldFiles.keep(quote, [])
      } catch (err) {
        const why = troubleOf(err)
        wait(why.kind === 'no-contact')
        if (why.kind === 'refused') {
          setRefused(why.said)
          void load(true) // what stands may be otherwise than what is shown
        }
      } finally {
        busy.current = false
        setSending(false)
      }
    },
    [quote, token, hear, load],
  )

  // What waits goes out by itself, here or when the page is opened the next time.
  const details = said?.details
  useEffect(() => {
    if (!draft.waiting || !details) return
    const again = () => void send(draft, files, details)
    const timer = setInterval(again, every)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [draft, files, details, send])

  return {
    details,
    papers: said?.papers ?? [],
    ahead: said?.ahead ?? 0,
    trouble,
    fresh,
    draft,
    files,
    sending,
    refused,
    type,
    hold,
    change,
    drop,
    send: () => details && send(draft, files, details),
    again: () => load(true),
  }
}

const answerOf = (d: Draft, details: Details) => {
  const currency = details.CurrencyDetails.currencyCode
  const charges = details.ChargeDetails.flatMap((code) => {
    const amount = readAmount(d.amounts[code] ?? '', currency)
    return typeof amount === 'number' && amount > 0 ? [{ code, amountMinor: amount }] : []
  })
  return {
    ChargesDetails: charges,
    TotalMinor: charges.reduce((n, c) => n + c.amountMinor, 0),
    CurrencyCode: currency,
    ServiceDays: Number(d.days) || 0,
    Comments: d.note,
    ContactName: d.name,
    ContactPhone: d.phone,
  }
}

/** Brings a file to the server; it stands with the answer once the answer names it. */
async function bring(token: string, f: Held): Promise<string> {
  const form = new FormData()
  form.append('AccessID', token)
  form.append('file', new File([f.content], f.name, { type: f.type }))
  const res = await reach('Quote/UploadCarrierAttachment', form, 120_000)
  return ((await res.json()) as Paper).id // the call's own answer
}
