import type { Ops } from '@sync/gen/api'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ask, NoContact, Refused, reach } from '@/kit/guest/ask'
import type { Held } from '@/kit/guest/heldFiles'
import { useAnswer } from '@/kit/guest/useAnswer'
import { useLink } from '@/kit/guest/useLink'
import type { Address } from './address'
import { readAmount } from './amount'
import { type Draft, draftKey, heldFiles, keptPapers, nothingTyped } from './draft'

export type Details = Ops['Quote/GetQuoteResponseDetails']['resp']
export type Paper = Ops['Quote/GetClientProfileDocuments']['resp'][number]

/** One carrier's quote on its own device: what is asked, what is typed, what was sent. */
export function useQuote({ quote, token, edit }: Address) {
  const link = useLink<Details>({
    key: `quote.${quote}`,
    ask: (again) => ask('Quote/GetQuoteResponseDetails', { AccessID: token, QuoteID: quote, userEdit: edit, Again: again }),
    now: (d) => d.QuoteInfo.now,
    open: (d) => d.QuoteInfo.mayAnswer,
  })
  const details = link.shown
  const papers = usePapers(quote, token, link.fresh)
  const [files, setFiles] = useState<Held[]>([])
  useEffect(() => void heldFiles.read(quote).then(setFiles), [quote])
  const held = useRef(files)
  held.current = files
  const went = useRef(new Set<string>())
  const put = useCallback(
    (list: Held[]) => {
      setFiles(list)
      held.current = list
      return heldFiles.keep(quote, list)
    },
    [quote],
  )

  const send = async (d: Draft) => {
    if (!details) throw new NoContact()
    const bears = { AccessID: token, QuoteID: quote }
    if (!d.bidding)
      return ask('Quote/SubmitNoBidConfirmation', {
        ...bears,
        Reason: d.reason,
        Comments: d.note,
        ContactName: d.name,
      } as Ops['Quote/SubmitNoBidConfirmation']['req']) // the reason is one of the list's
    const ids: string[] = []
    went.current = new Set(held.current.map((f) => f.key))
    for (const f of held.current) {
      const id = f.sent ?? (await bring(token, f))
      ids.push(id)
      await put(held.current.map((h) => (h.key === f.key ? { ...h, sent: id } : h))) // a file that arrived is not sent again
    }
    return ask('Quote/SubmitQuoteResponse', { ...bears, ...answerOf(d, details), FileIds: ids })
  }
  const work = useAnswer<Draft, Details>({
    key: draftKey(quote),
    nothing: nothingTyped,
    link,
    send,
    later: true,
    onTaken: () => void put(held.current.filter((f) => !went.current.has(f.key))), // what was added meanwhile did not go along
  })

  const hold = (list: Held[]) => {
    work.clear()
    void put(list)
  }
  /** Begins to change an answer, from what stands. Files that were sent count as they are. */
  const change = (d: Details) => {
    const sheet = d.PriceSheetDetails
    work.type({
      bidding: d.status !== 'no-bid',
      amounts: Object.fromEntries(d.ChargesDetails.map((c) => [c.code, (c.amountMinor / 100).toFixed(2)])),
      currency: d.CurrencyDetails.currencyCode,
      days: sheet.serviceDays > 0 ? String(sheet.serviceDays) : '',
      note: sheet.note,
      reason: sheet.reason,
      name: sheet.contactName,
      phone: sheet.contactPhone,
    })
    hold(d.Fileinfo.map((f) => ({ key: f.id, name: f.name, type: f.type, size: f.size, content: new Blob(), sent: f.id })))
  }
  const drop = () => {
    work.drop()
    hold([])
  }
  return { ...work, refused: work.refused?.said, link, papers, files, hold, change, drop }
}

/** The shipper's papers, as they are now or were last. */
function usePapers(quote: string, token: string, fresh: boolean) {
  const [papers, setPapers] = useState<Paper[]>(() => keptPapers.read<Paper[]>(quote) ?? [])
  useEffect(() => {
    if (!fresh) return
    ask('Quote/GetClientProfileDocuments', { AccessID: token }).then(
      (now) => {
        setPapers(now)
        keptPapers.keep(quote, now)
      },
      (err: unknown) => {
        if (!(err instanceof Refused) && !(err instanceof NoContact)) throw err // those that are known stand
      },
    )
  }, [fresh, quote, token])
  return papers
}

/** What a price is given in. */
export const currencyOf = (d: Draft, details: Details) => d.currency || details.CurrencyDetails.currencyCode

const answerOf = (d: Draft, details: Details) => {
  const currency = currencyOf(d, details)
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

/** Brings a file to the server; it stands with the answer once the answer names it. Under the same key it is the same file, however often it is brought. */
async function bring(token: string, f: Held): Promise<string> {
  const form = new FormData()
  form.append('AccessID', token)
  form.append('FileId', f.key)
  form.append('file', new File([f.content], f.name, { type: f.type }))
  const res = await reach('Quote/UploadCarrierAttachment', form, 120_000)
  return ((await res.json()) as Paper).id // the call's own answer
}
