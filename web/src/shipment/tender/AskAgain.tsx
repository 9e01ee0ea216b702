import { Trans } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { Shipment } from '@sync/gen/tables'
import { useState } from 'react'
import { useRefusal } from '@/kit/remote/refusal'
import { Alert, Button } from '@/kit/ui'
import css from './Tender.module.css'

/** Scheduled by hand: nobody has asked the carrier yet, or it did not answer while the shipment stood still. */
export function AskAgain({ s }: { s: Shipment }) {
  const refusal = useRefusal()
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    setTrouble('')
    try {
      await call('Shipment/AskCarrier', { ShipmentId: s.id, Ask: true })
    } catch (err) {
      setTrouble(refusal.whole(err))
    }
    setBusy(false)
  }
  return (
    <div className={css.open}>
      <p className={css.quiet}>
        <Trans>{s.carrierName} has it, and has not been asked to confirm.</Trans>
      </p>
      <Button size="compact-sm" variant="default" loading={busy} onClick={() => void ask()}>
        <Trans>Ask the carrier to confirm</Trans>
      </Button>
      {trouble && (
        <Alert color="red" role="alert">
          {trouble}
        </Alert>
      )}
    </div>
  )
}
