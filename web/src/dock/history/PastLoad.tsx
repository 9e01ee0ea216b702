import { Trans, useLingui } from '@lingui/react/macro'
import type { DockShipment } from '@sync/gen/api'
import { Ago, DateTime, Identifier } from '@/kit/format/Formats'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Drawer } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { palletStates } from '../load/words'
import { hasLot } from '../lot/facts'
import { useLotWords } from '../lot/words'
import css from '../pallet/Pallet.module.css'
import { PalletPanel } from '../pallet/PalletPanel'

interface PastLoadProps {
  id: string
  load: DockShipment | undefined
  pallet: string | undefined
  /** The number that was looked for. */
  mark: string
  onPallet: (pallet: string | undefined) => void
  onClose: () => void
}

/** The pallets that were on a load that has left. */
export function PastLoad({ id, load, pallet, mark, onPallet, onClose }: PastLoadProps) {
  const { t } = useLingui()
  const words = useWords()
  const lots = useLotWords()
  const { data: pallets, remote } = useCall('DockView/GetLpnNumbers', { ShipmentId: id })
  const one = pallet ? pallets?.find((p) => p.id === pallet) : undefined
  const { data: events } = useCall('DockView/GetPalletEvents', { PalletId: pallet ?? '' }, { enabled: pallet !== undefined })
  if (pallet && pallets)
    // The synced row of a pallet is the server's own with its version and scopes beside it.
    return (
      <PalletPanel
        pallet={one ? { ...one, version: 0, scopes: [] } : null}
        load={load}
        events={events}
        onClose={() => onPallet(undefined)}
      />
    )
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={load ? t`BOL ${load.bol}` : t`Load`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <div className={css.panel}>
        {load?.signedAt && (
          <p className={css.quiet}>
            <Trans>
              Signed by {load.signedBy}, <DateTime at={load.signedAt} />
            </Trans>
          </p>
        )}
        {remote.asOf && (
          <p role="status">
            <Trans>
              As it was <Ago at={remote.asOf} />; newer needs a connection.
            </Trans>
          </p>
        )}
        {remote.refused && <p role="alert">{words(remote.refused)}</p>}
        {remote.offline && !pallets && (
          <p role="status">
            <Trans>No connection, and this was not opened on this device before.</Trans>
          </p>
        )}
        {pallets?.length === 0 && (
          <p role="status">
            <Trans>This load has no pallets of its own.</Trans>
          </p>
        )}
        <ul className={css.units}>
          {pallets?.map((p) => (
            <li key={p.id}>
              <button
                type="button"
                className={css.unit}
                aria-current={mark !== '' && (p.lpn === mark || p.sscc === mark)}
                onClick={() => onPallet(p.id)}
              >
                <span>
                  <Identifier id={p.lpn} />
                  <br />
                  {p.description}, <Trans>{p.pieces} pieces</Trans>
                  {hasLot(p) && <div>{lots(p)}</div>}
                </span>
                <StatusBadge hue={palletStates[p.state].hue} label={palletStates[p.state].label} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Drawer>
  )
}
