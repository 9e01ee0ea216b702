import { Trans } from '@lingui/react/macro'
import type { ShipmentPayerReq } from '@sync/gen/api'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { Alert } from '@/kit/ui'

/** Whose account pays a shipment, and why; and what keeps it from being booked. Nothing while the server does not answer. */
export function Payer({ of }: { of: ShipmentPayerReq }) {
  const { data: p } = useCall('Shipment/Payer', of, { staleMs: 0 })
  const refusal = useRefusal()
  if (!p) return null
  const said = refusal.known(p.Why, { name: p.Billed.name || p.Billed.city, account: p.AccountNumber })
  return (
    <>
      {said && <p>{said}</p>}
      {p.Refused.length > 0 && (
        <Alert color="yellow" role="alert">
          {p.Refused.map((f) => (
            <p key={f.code}>
              {refusal.known(f.code, f.params ?? {}) ?? <Trans>The account number does not go with the freight terms.</Trans>}
            </p>
          ))}
        </Alert>
      )}
    </>
  )
}
