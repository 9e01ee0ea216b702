import { Trans } from '@lingui/react/macro'
import { ask } from '@/kit/guest/ask'
import { Verdict } from '@/kit/guest/GuestPage'
import { NewLink } from '@/kit/guest/NewLink'

/** A link that opens nothing, and the way on: another one, to the address that the shipper knows. */
export function DeadLink({ code, said, token }: { code: string; said: string; token: string }) {
  const renewable = code === 'mail-link-replaced' || code === 'mail-link-expired'
  return (
    <Verdict verdict="bad" title={<Trans>This link opens nothing</Trans>}>
      {/* An address that was cut off in the mail: what field it lacks says nothing to whoever reads it. */}
      {code !== 'invalid-fields' && <p>{said}</p>}
      {renewable ? (
        <NewLink send={() => ask('Quote/SendNewLink', { AccessID: token })} />
      ) : (
        <p>
          <Trans>Open the link from the latest mail, or write to whoever asked you.</Trans>
        </p>
      )}
    </Verdict>
  )
}
