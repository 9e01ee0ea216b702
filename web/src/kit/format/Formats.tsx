import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { groups } from './identifier'
import { ago, dateTime, day, type Instant, millis } from './time'

/** The reader's locale for Intl. */
export const useLocale = () => useLingui().i18n.locale || 'en'

let beat = Date.now()
const beats = new Set<() => void>()
setInterval(() => {
  beat = Date.now()
  for (const b of beats) b()
}, 20_000)

/** One clock for all ages on the screen, so that a list of thousands does not keep thousands of timers. */
export function useNow() {
  const [now, setNow] = useState(beat)
  useEffect(() => {
    const tick = () => setNow(beat)
    beats.add(tick)
    return () => {
      beats.delete(tick)
    }
  }, [])
  return now
}

/** When, exactly; on hover how long ago. */
export function DateTime({ at, zone }: { at: Instant | null | undefined; zone?: string }) {
  const locale = useLocale()
  const now = useNow()
  if (at === null || at === undefined || at === '') return null
  return (
    <time dateTime={new Date(millis(at)).toISOString()} title={ago(at, locale, now)}>
      {dateTime(at, locale, zone)}
    </time>
  )
}

/** How long ago; on hover exactly when, with the zone. */
export function Ago({ at, zone }: { at: Instant | null | undefined; zone?: string }) {
  const locale = useLocale()
  const now = useNow()
  if (at === null || at === undefined || at === '') return null
  return (
    <time dateTime={new Date(millis(at)).toISOString()} title={dateTime(at, locale, zone)}>
      {ago(at, locale, Math.max(now, Date.now() - 20_000))}
    </time>
  )
}

export function Day({ text }: { text: string | null | undefined }) {
  const locale = useLocale()
  return text ? <time dateTime={text}>{day(text, locale)}</time> : null
}

/** A BOL, PRO or LPN in a mono face, in groups; copying it gives the plain identifier. */
export function Identifier({ id, big }: { id: string | null | undefined; big?: boolean }) {
  if (!id) return null
  const parts = groups(id)
  return (
    <span
      className="identifier"
      style={big ? { fontSize: '1.6em', fontWeight: 700 } : undefined}
      onCopy={(e) => {
        if (parts.length > 1) {
          e.clipboardData.setData('text/plain', id)
          e.preventDefault()
        }
      }}
    >
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one identifier never move
        <span key={at}>{part}</span>
      ))}
    </span>
  )
}
