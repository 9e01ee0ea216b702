import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { NoContact, Refused } from './ask'
import { MainButton } from './MainButton'

/** One tap for another link, which goes to the address that the sender knows and that nobody here is told. */
export function NewLink({ send, plain }: { send: () => Promise<unknown>; plain?: boolean }) {
  const [sent, setSent] = useState<'no' | 'sending' | 'yes' | 'no-contact' | { no: string }>('no')
  const another = async () => {
    setSent('sending')
    try {
      await send()
      setSent('yes')
    } catch (err) {
      if (!(err instanceof Refused) && !(err instanceof NoContact)) throw err
      setSent(err instanceof Refused ? { no: err.said } : 'no-contact')
    }
  }
  const Button = plain ? 'button' : MainButton
  return (
    <>
      {sent !== 'yes' && (
        <Button type="button" disabled={sent === 'sending'} onClick={() => void another()}>
          <Trans>Send me a new link</Trans>
        </Button>
      )}
      <p role="status">
        {sent === 'yes' && <Trans>A new link is on its way to the address that the shipper has of you.</Trans>}
        {sent === 'no-contact' && <Trans>No connection. Try again when there is a signal.</Trans>}
        {typeof sent === 'object' && sent.no}
      </p>
    </>
  )
}
