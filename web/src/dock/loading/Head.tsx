import { Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { Identifier } from '@/kit/format/Formats'
import { Icon } from '@/kit/icon/Icon'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { aboard, isLeft, isOpen, type Load, type Pallet } from '../load/load'
import { loadStates } from '../load/words'
import css from './Loading.module.css'

interface HeadProps {
  load: Load
  pallets: Pallet[]
  onDoor: () => void
}

/** Which load this is, at which door, and how far it has come. */
export const Head = memo(function Head({ load, pallets, onDoor }: HeadProps) {
  const { t } = useLingui()
  const open = isOpen(load)
  const state = loadStates[load.state]
  const on = aboard(pallets)
  return (
    <header className={css.head}>
      <button type="button" className={css.door} onClick={onDoor} disabled={!open}>
        {load.door ? <Trans>Door {load.door}</Trans> : <Trans>No door</Trans>}
        {open && <Icon name="down" size="0.8em" />}
      </button>
      <div className={css.what}>
        <span>
          <Trans>
            BOL <Identifier id={load.bol} />
          </Trans>
        </span>
        <span>{load.carrierName || load.carrier}</span>
        <StatusBadge hue={state.hue} label={state.label} />
        {load.temperature && <StatusBadge hue="attention" label={t`Keep at ${load.temperature}`} />}
        {load.hazmat.length > 0 && <StatusBadge hue="attention" label={t`Hazmat`} />}
      </div>
      <strong className={css.figures} aria-live="polite">
        <Trans>
          {load.loadedPallets} of {load.totalPallets}
        </Trans>
        {/* Counted pieces against the bill's: a pallet that is whole and a bill that is not are found here, not at the consignee's. */}
        <small
          className={css.pieces}
          data-differs={pallets.length > 0 && !pallets.some(isLeft) && on.pieces !== load.pieces ? true : undefined}
        >
          <Trans>
            {on.pieces} of {load.pieces} pieces
          </Trans>
        </small>
      </strong>
    </header>
  )
})
