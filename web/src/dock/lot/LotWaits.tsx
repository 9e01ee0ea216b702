import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { feedback } from '@/kit/feedback/feedback'
import { tail } from '@/kit/format/identifier'
import { Icon } from '@/kit/icon/Icon'
import { Button } from '@/kit/ui'
import type { Load, Pallet } from '../load/load'
import { hasLot } from './facts'
import { against, ofAnotherItem } from './join'
import css from './Lot.module.css'
import { settle, subscribe, waitsAt } from './waiting'
import { useLotWords } from './words'

interface LotWaitsProps {
  load: Load
  /** The pallet in the worker's hands. */
  pallet: Pallet | undefined
  onPick: () => void
}

/** A lot or day whose pallet is still to be scanned: said until it is, with the ways on. It stands here again after a lock or another day's start. */
export function LotWaits({ load, pallet, onPick }: LotWaitsProps) {
  const facts = useSyncExternalStore(subscribe, () => waitsAt(load.id))
  const lots = useLotWords()
  if (!facts || !hasLot(facts)) return null
  const other = pallet && against(facts, pallet).length > 0
  const join = async () => {
    if (!pallet) return
    const { put } = await import('./understand')
    await put(load, pallet, {
      lot: facts.lot ?? pallet.lot,
      expiresOn: facts.expiresOn ?? pallet.expiresOn,
      bestBefore: facts.bestBefore ?? pallet.bestBefore,
    })
    feedback('good')
    settle(load.id)
  }
  return (
    <section className={css.waits} aria-live="polite">
      <Icon name="clock" size={32} />
      <div className={css.said}>
        <strong>{lots(facts)}</strong>
        <span>
          <Trans>waits for its pallet. Scan the pallet now.</Trans>{' '}
          {pallet && other && (
            <Trans>
              {tail(pallet.lpn)} has {lots(pallet)}.
            </Trans>
          )}
          {pallet && ofAnotherItem(facts, pallet) && (
            <Trans>
              It is of item {facts.item}, {tail(pallet.lpn)} of {pallet.itemCode}.
            </Trans>
          )}
        </span>
      </div>
      <div className={css.ways}>
        {pallet && !ofAnotherItem(facts, pallet) && (
          <Button variant="default" onClick={() => void join()}>
            {other ? <Trans>Put it on {tail(pallet.lpn)} instead</Trans> : <Trans>It is of {tail(pallet.lpn)}</Trans>}
          </Button>
        )}
        <Button variant="default" onClick={onPick}>
          <Trans>Choose the pallet</Trans>
        </Button>
        <Button variant="default" onClick={() => settle(load.id)}>
          <Trans>Discard</Trans>
        </Button>
      </div>
    </section>
  )
}
