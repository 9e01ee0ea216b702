import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Bill, BillView, PrintButton } from '@/document/public'
import { DateTime } from '@/kit/format/Formats'
import { Icon } from '@/kit/icon/Icon'
import { useRows } from '@/kit/remote/useRows'
import { useWaiting } from '@/kit/remote/waiting'
import { toasts } from '@/kit/toast/toast'
import { Button, Group } from '@/kit/ui'
import { Times } from '../arrival/Times'
import type { Load, Pallet } from '../load/load'
import { HeldPhoto } from '../photos/HeldPhoto'
import { CorrectBill } from './CorrectBill'
import css from './Sign.module.css'
import { useFromDock } from './signing'

/** After the signature: that it is safe, where it is, and the paper. */
export function Signed({ load, pallets, bill: made }: { load: Load; pallets: readonly Pallet[]; bill: Bill | undefined }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const here = useWaiting('dock_shipment').has(load.id)
  const zone = useRows(async (db) => (await db.warehouse_site.get(load.warehouse))?.zone, [load.warehouse])
  const dock = useFromDock(load, pallets)
  const bill = made && { ...made, exceptions: dock.exceptions }
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'end' })
  }, [])
  const done = async () => {
    await navigate({ to: '/eSignBOL' })
    toasts.good(msg`Signed BOL is being processed`)
  }
  return (
    <div>
      <div ref={top} className={`${css.signed} no-print`} role="status">
        <Icon name="check" size={72} />
        <div>
          <strong>
            {here ? <Trans>Signed. Kept on this tablet; will be sent when there is Wi-Fi.</Trans> : <Trans>Signed and sent.</Trans>}
          </strong>
          <p>
            {load.signedBy}
            {load.signedAt && (
              <>
                {' · '}
                <DateTime at={load.signedAt} zone={zone} />
              </>
            )}
          </p>
        </div>
      </div>
      {load.note && (
        <p className={css.hazmat} role="alert">
          <Trans>This load was called off: {load.note}. Its BOL is void.</Trans>
        </p>
      )}
      <Times load={load} zone={zone} released />
      <Group className="no-print" justify="flex-end" gap="sm" my="md">
        <Button variant="subtle" onClick={() => print()} disabled={!bill}>
          <Trans>Print from this browser</Trans>
        </Button>
        <PrintButton shipment={{ ...load, labels: load.totalPallets }} dock={dock} />
        {!load.note && <CorrectBill load={load} />}
        <Button onClick={() => void done()}>
          <Trans>Back to the dock</Trans>
        </Button>
      </Group>
      {bill && <BillView bill={bill} />}
      <div className={css.signature}>
        {dock.signature ? (
          <img src={`data:image/png;base64,${dock.signature.image}`} alt={t`Signature of ${load.signedBy}`} />
        ) : (
          load.signature && <HeldPhoto hash={load.signature} alt={t`Signature of ${load.signedBy}`} />
        )}
        <div>
          {load.signedBy}
          {load.signedAt && (
            <>
              {' · '}
              <DateTime at={load.signedAt} zone={zone} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}
