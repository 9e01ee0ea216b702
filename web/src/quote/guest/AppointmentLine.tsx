import { Trans, useLingui } from '@lingui/react/macro'
import type { Ops } from '@sync/gen/api'
import { useEffect, useState } from 'react'
import { day } from '@/kit/format/time'
import { timeOfDay } from '@/kit/format/window'
import { zoneName } from '@/kit/format/zone'
import { ask, NoContact, Refused } from '@/kit/guest/ask'

type Slot = Ops['Vendor/GetCurrentSlotQuoteResponse']['resp']

/** When the warehouse expects the truck, where it has given the load a time. */
export function AppointmentLine({ quote, token, fresh }: { quote: string; token: string; fresh: boolean }) {
  const { i18n } = useLingui()
  const [slot, setSlot] = useState<Slot>()
  useEffect(() => {
    if (!fresh) return
    ask('Vendor/GetCurrentSlotQuoteResponse', { AccessID: token, QuoteID: quote }).then(setSlot, (err: unknown) => {
      if (!(err instanceof Refused) && !(err instanceof NoContact)) throw err // the page itself says what is wrong with the link
    })
  }, [quote, token, fresh])
  const at = slot?.current
  if (!slot || !at) return null
  return (
    <p>
      <Trans>Appointment</Trans> {at.number}: {day(at.day, i18n.locale)} {timeOfDay(at.start)} {zoneName(slot.zone, at.day, i18n.locale)}
      {at.door && (
        <>
          {' · '}
          <Trans>door {at.door}</Trans>
        </>
      )}
    </p>
  )
}
