import { Trans } from '@lingui/react/macro'
import { Day } from '@/kit/format/Formats'

/** From a day to a day, or to no end. */
export function Span({ from, to }: { from: string; to: string }) {
  return (
    <>
      <Day text={from} /> – {to ? <Day text={to} /> : <Trans>open</Trans>}
    </>
  )
}
