import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { ask, NoContact, Refused } from '@/kit/guest/ask'
import { Verdict } from '@/kit/guest/GuestPage'
import css from './Quote.module.css'

/** A link that opens nothing, and the way on: another one, to the address that the shipper knows. */
export function DeadLink({ code, said, token }: { code: string; said: string; token: string }) {
  const [sent, setSent] = useState<'no' | 'sending' | 'yes' | 'no-contact' | { no: string }>('no')
  const renewable = code === 'mail-link-replaced' || code === 'mail-link-expired'
  const another = async () => {
    setSent('sending')
    try {
      await ask('Quote/SendNewLink', { AccessID: token })
      setSent('yes')
    } catch (err) {
      if (!(err instanceof Refused) && !(err instanceof NoContact)) throw err
      setSent(err instanceof Refused ? { no: err.said } : 'no-contact')
    }
  }
  return (
    <Verdict verdict="bad" title={<Trans>This link opens nothing</Trans>}>
      <p>{said}</p>
      {renewable && sent !== 'yes' && (
        <button type="button" className={css.main} disabled={sent === 'sending'} onClick={() => void another()}>
          <Trans>Send me a new link</Trans>
        </button>
      )}
      <p role="status">
        {sent === 'yes' && <Trans>A new link is on its way to the address that the shipper has of you.</Trans>}
        {sent === 'no-contact' && <Trans>No connection. Try again when there is a signal.</Trans>}
        {typeof sent === 'object' && sent.no}
      </p>
      {!renewable && (
        <p>
          <Trans>Open the link from the latest mail, or write to whoever asked you.</Trans>
        </p>
      )}
    </Verdict>
  )
}
