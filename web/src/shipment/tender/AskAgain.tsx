import { Trans } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { Shipment } from '@sync/gen/tables'
import { useWork } from '@/kit/remote/useWork'
import { Button } from '@/kit/ui'
import css from './Tender.module.css'

/** Scheduled by hand: nobody has asked the carrier yet, or it did not answer while the shipment stood still. */
export function AskAgain({ s }: { s: Shipment }) {
  const { busy, trouble, work } = useWork()
  return (
    <div className={css.open}>
      <p className={css.quiet}>
        <Trans>{s.carrierName} has it, and has not been asked to confirm.</Trans>
      </p>
      <Button
        size="compact-sm"
        variant="default"
        className={css.whole}
        loading={busy}
        onClick={() => void work(() => call('Shipment/AskCarrier', { ShipmentId: s.id, Ask: true }))}
      >
        <Trans>Ask the carrier to confirm</Trans>
      </Button>
      {trouble}
    </div>
  )
}
