import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Part } from '@/kit/detail/DetailScreen'
import { Ago, useLocale } from '@/kit/format/Formats'
import { tail } from '@/kit/format/identifier'
import { dateTime } from '@/kit/format/time'
import { Button, Switch } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { eventWords } from './eventWords'
import { NotedPlace } from './NotedPlace'
import type { Event } from './useShipment'
import css from './Workspace.module.css'

const first = 12

/** Whether the device's own clock was so far from the moment that counts that a person should know: a minute is what clocks differ by. */
function isOff({ at, atRaw }: Event): boolean {
  const own = Date.parse(atRaw)
  return Math.abs(own - Date.parse(at ?? '')) > 60_000
}

/** Everything that happened to the shipment, the newest first, with the device and both clocks for whoever has to prove it. */
export function History({ shipment, events, zone }: { shipment: string; events: readonly Event[]; zone?: string }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const [proof, setProof] = useState(false)
  const [all, setAll] = useState(false)
  const newest = [...events].reverse()
  const evidence = (e: Event) => {
    const done = dateTime(e.at, locale, zone)
    const logged = dateTime(e.loggedAt, locale, zone)
    return e.device ? t`Done ${done} on device ${tail(e.device)} · logged ${logged}` : t`Done ${done} on the server · logged ${logged}`
  }
  return (
    <Part
      title={msg`History`}
      actions={<Switch size="xs" label={t`Times and devices`} checked={proof} onChange={(e) => setProof(e.currentTarget.checked)} />}
    >
      {events.length === 0 && (
        <p className={css.quiet}>
          <Trans>Nothing has come to this device yet.</Trans>
        </p>
      )}
      <ol className={css.history}>
        {newest.slice(0, all ? undefined : first).map((e) => (
          <li key={e.id} title={evidence(e)}>
            <span>{words(eventWords(e))}</span>
            {e.kind === 'driver-location' && <NotedPlace shipment={shipment} event={e} />}
            <small>
              <Ago at={e.at} zone={zone} />
            </small>
            <small>
              {e.userName || t`Lading`}
              {proof && ` · ${evidence(e)}`}
              {isOff(e) && ` · ${t`the device’s clock said ${dateTime(e.atRaw, locale, zone)}`}`}
            </small>
          </li>
        ))}
      </ol>
      {!all && newest.length > first && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          <Trans>Show all {newest.length}</Trans>
        </Button>
      )}
    </Part>
  )
}
