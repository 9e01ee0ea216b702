import { Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { Ago } from '@/kit/format/Formats'
import { tail } from '@/kit/format/identifier'
import { millis } from '@/kit/format/time'
import { Icon } from '@/kit/icon/Icon'
import type { Pallet } from '../load/load'
import { hasLot, type LotKind } from '../lot/facts'
import { useLotKindWords, useLotWords } from '../lot/words'
import type { Told } from '../scan/useScanner'
import { useWhy } from '../scan/why'
import css from './Loading.module.css'

interface ScansProps {
  loaded: Pallet[]
  /** What its labels are still to tell. */
  missing: (pallet: Pallet) => LotKind[]
  refused: Told[]
  onUndo?: ((p: Pallet) => void) | undefined
}

/** What went on last, and what was refused, the newest first. */
export const Scans = memo(function Scans({ loaded, missing, refused, onUndo }: ScansProps) {
  const { t } = useLingui()
  const why = useWhy()
  const lots = useLotWords()
  const kinds = useLotKindWords()
  const lines = [
    ...loaded.slice(0, 8).map((pallet) => ({ at: pallet.scannedAt ? millis(pallet.scannedAt) : 0, pallet, told: undefined })),
    ...refused.map((told) => ({ at: told.at, pallet: undefined, told })),
  ]
    .sort((a, b) => b.at - a.at)
    .slice(0, 6)
  return (
    <section className={css.scans} aria-label={t`Last scans`}>
      <h2>
        <Trans>Last scans</Trans>
      </h2>
      {lines.length === 0 && (
        <p className={css.quiet}>
          <Trans>None yet. Scan, type or tap a pallet of the list.</Trans>
        </p>
      )}
      <ol>
        {lines.map(({ pallet, told, at }) =>
          pallet ? (
            <li key={pallet.id} data-good>
              <Icon name="check" />
              <span className="identifier">{tail(pallet.lpn)}</span>
              <span className={css.what2}>
                {pallet.description}
                {', '}
                {pallet.short > 0 ? <Trans>{pallet.short} short</Trans> : <Trans>{pallet.pieces} pieces</Trans>}
                {hasLot(pallet) && <small>{lots(pallet)}</small>}
                {missing(pallet).length > 0 && (
                  <small data-missing>
                    <Trans>Still to scan: {kinds(missing(pallet))}</Trans>
                  </small>
                )}
                <small>
                  <Ago at={pallet.scannedAt} />
                </small>
              </span>
              {onUndo && (
                <button type="button" onClick={() => onUndo(pallet)} aria-label={t`Undo ${tail(pallet.lpn)}`}>
                  <Icon name="undo" />
                </button>
              )}
            </li>
          ) : (
            told && (
              <li key={`${told.code} ${at}`} data-bad>
                <Icon name="close" />
                <span className="identifier">{tail(told.code)}</span>
                <span className={css.what2}>{why(told).line}</span>
              </li>
            )
          ),
        )}
      </ol>
    </section>
  )
})
