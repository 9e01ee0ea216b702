import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import { PrintButton } from '@/document/public'
import { Icon } from '@/kit/icon/Icon'
import { Button } from '@/kit/ui'
import { isLeft, isOpen, type Load, type Pallet } from '../load/load'
import { ScanBox } from '../scan/ScanBox'
import { useFromDock } from '../sign/signing'
import css from './Loading.module.css'
import type { Panel } from './search'

interface FootProps {
  load: Load
  pallets: Pallet[]
  /** Pallets are ticked off instead of scanned. */
  ticking: boolean
  onTyped: (text: string) => void
  onPanel: (panel: Panel) => void
  /** As onPanel, about the pallet that was scanned last. */
  onNote: (panel: Panel) => void
  onLoadRest: () => void
}

/** What can be done beside scanning. */
export const Foot = memo(function Foot({ load, pallets, ticking, onTyped, onPanel, onNote, onLoadRest }: FootProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const fromDock = useFromDock(load, pallets)
  const left = pallets.filter(isLeft)
  const print = <PrintButton shipment={{ ...load, labels: pallets.length }} dock={fromDock} />

  if (!isOpen(load))
    return (
      <footer className={css.foot}>
        <Button variant="default" onClick={() => onPanel('list')}>
          <Trans>Pallets</Trans>
        </Button>
        {print}
        <Button onClick={() => void navigate({ to: '/eSignBOL' })}>
          <Trans>Back to the dock</Trans>
        </Button>
      </footer>
    )
  return (
    <footer className={css.foot}>
      {!ticking && <ScanBox label={t`Label, or its last digits`} onTyped={onTyped} />}
      <div className={css.buttons}>
        {ticking ? (
          <Button variant="default" leftSection={<Icon name="check" />} onClick={onLoadRest} disabled={left.length === 0}>
            <Plural value={left.length} _0="All loaded" one="# is left: load it" other="# are left: load all" />
          </Button>
        ) : (
          <Button variant="default" onClick={() => onPanel('list')}>
            <Plural value={left.length} _0="All loaded, list" one="# left, list" other="# left, list" />
          </Button>
        )}
        <Button variant="default" onClick={() => onNote('short')}>
          <Trans>Short</Trans>
        </Button>
        <Button variant="default" leftSection={<Icon name="camera" />} onClick={() => onNote('damage')}>
          <Trans>Damage + photo</Trans>
        </Button>
        <Button variant="default" onClick={() => onNote('note')}>
          <Trans>Note</Trans>
        </Button>
        <Button variant="default" leftSection={<Icon name="scale" />} onClick={() => onNote('weigh')}>
          <Trans>Weight</Trans>
        </Button>
        {print}
        {load.state === 'loaded' ? (
          <Button
            onClick={() =>
              load.driverName
                ? void navigate({ to: '/Sign', search: { load: load.id } })
                : void navigate({ to: '/eSignBOL/driver/$id', params: { id: load.id } })
            }
          >
            {load.driverName ? <Trans>Sign</Trans> : <Trans>Driver ▸ Sign</Trans>}
          </Button>
        ) : (
          <Button onClick={() => onPanel('done')} disabled={load.loadedPallets === 0 && pallets.length > 0}>
            <Trans>Done ▸ Seal</Trans>
          </Button>
        )}
      </div>
    </footer>
  )
})
