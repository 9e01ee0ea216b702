import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { useState } from 'react'
import { useCan } from '@/kit/remote/can'
import { useWork } from '@/kit/remote/useWork'
import { Button, TextInput } from '@/kit/ui'

/** Gives the link by which a customer or consignee tracks the load, without signing in. It shows no price, no goods and no name. */
export function ShareTracking({ shipment }: { shipment: string }) {
  const { t } = useLingui()
  const [plans, tenders] = [useCan('plan'), useCan('tender')]
  const [link, setLink] = useState('')
  const [said, setSaid] = useState('')
  const { work, busy, trouble } = useWork()
  if (!plans && !tenders) return null
  const share = () =>
    work(async () => {
      const whole = location.origin + (await call('Shipment/ShareTracking', { ShipmentId: shipment })).address
      setLink(whole)
      await navigator.clipboard.writeText(whole).then(
        () => setSaid(t`The tracking link is copied.`),
        () => setSaid(t`Copy the tracking link.`), // a browser may forbid it: the link can be marked by hand
      )
    })
  const end = () =>
    work(async () => {
      await call('Shipment/EndTracking', { ShipmentId: shipment })
      setLink('')
      setSaid(t`The tracking link is ended.`)
    })
  return (
    <>
      <Button variant="subtle" size="xs" loading={busy} onClick={() => void share()}>
        <Trans>Share tracking link</Trans>
      </Button>
      {/* Also the link of another day: to share it once more would let it live longer. */}
      <Button variant="subtle" size="xs" loading={busy} onClick={() => void end()}>
        <Trans>End tracking link</Trans>
      </Button>
      {link && <TextInput readOnly aria-label={t`Tracking link`} value={link} onFocus={(e) => e.currentTarget.select()} />}
      {said && <p role="status">{said}</p>}
      {trouble}
    </>
  )
}
