import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { NoContact, Refused, reach } from '@/kit/guest/ask'
import css from './Quote.module.css'
import type { Paper } from './useQuote'

/** The shipper's own papers for carriers. */
export function Papers({ papers, token }: { papers: Paper[]; token: string }) {
  const [trouble, setTrouble] = useState<'no-contact' | { no: string }>()
  if (papers.length === 0) return null
  const get = async (p: Paper) => {
    setTrouble(undefined)
    try {
      const res = await reach(
        'Quote/DownloadClientProfileDocuments',
        JSON.stringify({ AccessID: token, filePath: p.id, fileName: p.name }),
        120_000,
      )
      const address = URL.createObjectURL(await res.blob())
      Object.assign(document.createElement('a'), { href: address, download: p.name }).click()
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    } catch (err) {
      if (!(err instanceof Refused) && !(err instanceof NoContact)) throw err
      setTrouble(err instanceof Refused ? { no: err.said } : 'no-contact')
    }
  }
  return (
    <section className={css.papers} aria-labelledby="papers">
      <h2 id="papers">
        <Trans>Documents of the shipper</Trans>
      </h2>
      <ul>
        {papers.map((p) => (
          <li key={p.id}>
            <button type="button" onClick={() => void get(p)}>
              {p.name}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={css.bad}>
        {trouble === 'no-contact' && <Trans>No connection. Try again when there is a signal.</Trans>}
        {typeof trouble === 'object' && trouble.no}
      </p>
    </section>
  )
}
