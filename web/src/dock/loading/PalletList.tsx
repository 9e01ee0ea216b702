import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Identifier } from '@/kit/format/Formats'
import { Icon } from '@/kit/icon/Icon'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { SegmentedControl, TextInput } from '@/kit/ui'
import { isLeft, type Load, onTruck, type Pallet } from '../load/load'
import { palletStates } from '../load/words'
import { hasLot } from '../lot/facts'
import { useLotWords } from '../lot/words'
import css from './Loading.module.css'
import { PanelFrame } from './PanelFrame'
import type { Panel } from './search'

interface PalletsProps {
  load: Load
  pallets: Pallet[]
  open: boolean
  onLoad: (p: Pallet) => Promise<void>
  onUnload: (p: Pallet) => Promise<void>
  onPanel: (panel: Panel, pallet: string) => void
}

const most = 100

/** The pallets over the loading screen: for a label that no scanner reads any more. */
export function PalletList({ onClose, ...pallets }: PalletsProps & { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <PanelFrame title={t`Pallets`} onClose={onClose} wide>
      <Pallets {...pallets} />
    </PanelFrame>
  )
}

/** The load's pallets, those that are left first in mind, each with what can be done with it. */
export function Pallets({ load, pallets, open, onLoad, onUnload, onPanel }: PalletsProps) {
  const { t } = useLingui()
  const lots = useLotWords()
  const left = pallets.filter(isLeft)
  const [which, setWhich] = useState<'left' | 'all'>(left.length > 0 ? 'left' : 'all')
  const [find, setFind] = useState('')
  const needle = find.trim().toUpperCase()
  const found = (which === 'left' ? left : pallets).filter(
    (p) => !needle || `${p.lpn} ${p.sscc} ${p.description} ${p.lot}`.toUpperCase().includes(needle),
  )
  return (
    <>
      <div className={css.line}>
        <SegmentedControl
          aria-label={t`Which pallets`}
          value={which}
          onChange={(v) => setWhich(v as 'left' | 'all') /* one of the two below */}
          data={[
            { value: 'left', label: t`Left ${left.length}` },
            { value: 'all', label: t`All ${pallets.length}` },
          ]}
        />
        <TextInput
          aria-label={t`Find a pallet`}
          placeholder={t`Number or goods`}
          value={find}
          onChange={(e) => setFind(e.currentTarget.value)}
        />
      </div>
      {found.length === 0 && (
        <p role="status">{pallets.length === 0 ? <Trans>This load has no pallets of its own.</Trans> : <Trans>None.</Trans>}</p>
      )}
      <ul className={css.pallets}>
        {found.slice(0, most).map((p) => (
          <li key={p.id}>
            <div className={css.pallet}>
              <div>
                <Identifier id={p.lpn} />
                <div>
                  {p.description}, <Trans>{p.pieces} pieces</Trans>
                </div>
                {hasLot(p) && <div>{lots(p)}</div>}
                {[p.shortNote, p.damageNote, p.note].filter(Boolean).map((note) => (
                  <div key={note} className={css.quiet}>
                    {note}
                  </div>
                ))}
              </div>
              <StatusBadge hue={palletStates[p.state].hue} label={palletStates[p.state].label} />
            </div>
            {open && (
              <div className={css.palletActs}>
                {onTruck(p) ? (
                  <button type="button" className={css.plain} onClick={() => void onUnload(p)}>
                    <Icon name="undo" /> <Trans>Take off</Trans>
                  </button>
                ) : (
                  <button type="button" className={css.plain} onClick={() => void onLoad(p)}>
                    <Icon name="check" /> <Trans>Load</Trans>
                  </button>
                )}
                <button type="button" className={css.plain} onClick={() => onPanel('short', p.id)}>
                  <Trans>Short</Trans>
                </button>
                <button type="button" className={css.plain} onClick={() => onPanel('damage', p.id)}>
                  <Trans>Damage</Trans>
                </button>
                <button type="button" className={css.plain} onClick={() => onPanel('note', p.id)}>
                  <Trans>Note</Trans>
                </button>
                <button type="button" className={css.plain} onClick={() => onPanel('weigh', p.id)}>
                  <Trans>Weight</Trans>
                </button>
                <button type="button" className={css.plain} onClick={() => onPanel('lot', p.id)}>
                  <Trans>Lot</Trans>
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {open && (
        <Link className={css.plain} to="/eSignBOL/numbers/$id" params={{ id: load.id }}>
          <Trans>Add a pallet, new labels, BOL and PRO</Trans>
        </Link>
      )}
      {found.length > most && (
        <p className={css.quiet}>
          <Trans>{found.length - most} more. Type a part of the number.</Trans>
        </p>
      )}
    </>
  )
}
