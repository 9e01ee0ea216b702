import { Trans } from '@lingui/react/macro'
import { useLocale } from '@/kit/format/Formats'
import { millis, span } from '@/kit/format/time'

/** By how much an ETA moved. */
export function Moved({ from, to }: { from: string | null; to: string | null }) {
  const locale = useLocale()
  if (!from || !to || from === to) return null
  const by = millis(to) - millis(from)
  return by > 0 ? <Trans>{span(by, locale)} later</Trans> : <Trans>{span(-by, locale)} earlier</Trans>
}
