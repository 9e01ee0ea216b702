import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Ago, Identifier, useLocale } from '@/kit/format/Formats'
import { measure } from '@/kit/format/measure'
import { Icon } from '@/kit/icon/Icon'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Drawer } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { eventWords } from '@/shipment/public'
import { isOpen, type Load, type Pallet } from '../load/load'
import { palletStates } from '../load/words'
import { hasLot } from '../lot/facts'
import { useLotWords } from '../lot/words'
import photos from '../photos/Photos.module.css'
import { Picture } from '../photos/Picture'
import css from './Pallet.module.css'
import { PalletForm } from './PalletForm'
import type { PalletEvent } from './usePallet'

interface PalletPanelProps {
  pallet: Pallet | null | undefined
  /** The load that it is of, where this device has it. */
  load: Pick<Load, 'id' | 'bol' | 'door' | 'carrierName' | 'carrier' | 'state'> | undefined
  events: PalletEvent[] | undefined
  onClose: () => void
}

/** One pallet: what it is, its pictures, what happened to it; and, while its load is open, its measures to be put right. */
export function PalletPanel({ pallet, load, events, onClose }: PalletPanelProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const lots = useLotWords()
  const size = pallet && [pallet.length, pallet.width, pallet.height].every((m) => m.milli > 0)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={pallet ? <Identifier id={pallet.lpn} /> : t`Pallet`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {pallet === null && (
        <p role="status">
          <Trans>This pallet is not on this dock any more.</Trans>
        </p>
      )}
      {pallet && (
        <div className={css.panel}>
          <div className={css.line}>
            <StatusBadge hue={palletStates[pallet.state].hue} label={palletStates[pallet.state].label} />
            {pallet.short > 0 && <StatusBadge hue="attention" label={t`${pallet.short} short`} />}
            {pallet.scannedAt && (
              <span>
                <Icon name="check" size="1em" />{' '}
                <Trans>
                  on the trailer <Ago at={pallet.scannedAt} />
                </Trans>
              </span>
            )}
          </div>
          <dl className={css.facts}>
            <dt>
              <Trans>Goods</Trans>
            </dt>
            <dd>
              {pallet.description}, <Trans>{pallet.pieces} pieces</Trans>
            </dd>
            <dt>
              <Trans>Weight</Trans>
            </dt>
            <dd>{pallet.weight.milli > 0 ? measure(pallet.weight, locale) : '–'}</dd>
            <dt>
              <Trans>Size</Trans>
            </dt>
            <dd>
              {size ? `${[pallet.length, pallet.width, pallet.height].map((m) => m.milli / 1000).join(' × ')} ${pallet.height.unit}` : '–'}
            </dd>
            {pallet.itemCode && (
              <>
                <dt>
                  <Trans>Item code</Trans>
                </dt>
                <dd className="identifier">{pallet.itemCode}</dd>
              </>
            )}
            {hasLot(pallet) && (
              <>
                <dt>
                  <Trans>Lot and dates</Trans>
                </dt>
                <dd>{lots(pallet)}</dd>
              </>
            )}
            {pallet.sscc && (
              <>
                <dt>SSCC</dt>
                <dd>
                  <Identifier id={pallet.sscc} />
                </dd>
              </>
            )}
            {load && (
              <>
                <dt>
                  <Trans>Load</Trans>
                </dt>
                <dd>
                  <Trans>
                    BOL <Identifier id={load.bol} />
                  </Trans>
                  {', '}
                  {load.carrierName || load.carrier}
                  {load.door && (
                    <>
                      {', '}
                      <Trans>door {load.door}</Trans>
                    </>
                  )}
                </dd>
              </>
            )}
            {(pallet.note || pallet.shortNote || pallet.damageNote) && (
              <>
                <dt>
                  <Trans>Note</Trans>
                </dt>
                <dd>{[pallet.shortNote, pallet.damageNote, pallet.note].filter(Boolean).join(' · ')}</dd>
              </>
            )}
          </dl>
          <section aria-labelledby="pictures">
            <h3 id="pictures">
              <Trans>Pictures</Trans>
            </h3>
            {pallet.photos.length === 0 ? (
              <p className={css.quiet}>
                <Trans>No pictures.</Trans>
              </p>
            ) : (
              <ul className={photos.photos}>
                {pallet.photos.map((hash, n) => (
                  <li key={hash}>
                    <Picture hash={hash} alt={t`Pallet ${pallet.lpn}, picture ${n + 1}`} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          {load && isOpen(load) && (
            <>
              <div className={css.acts}>
                <Link className={css.act} to="/eSignBOL/load/$id" params={{ id: load.id }} search={{ panel: 'damage', pallet: pallet.id }}>
                  <Icon name="camera" /> <Trans>Damage + photo</Trans>
                </Link>
                <Link className={css.act} to="/eSignBOL/load/$id" params={{ id: load.id }} search={{ panel: 'short', pallet: pallet.id }}>
                  <Trans>Short</Trans>
                </Link>
                <Link className={css.act} to="/eSignBOL/load/$id" params={{ id: load.id }}>
                  <Trans>Its load</Trans>
                </Link>
              </div>
              <PalletForm key={pallet.id} pallet={pallet} onClose={onClose} />
            </>
          )}
          <section aria-labelledby="what-happened">
            <h3 id="what-happened">
              <Trans>History</Trans>
            </h3>
            {events?.length === 0 && (
              <p className={css.quiet}>
                <Trans>Nothing yet.</Trans>
              </p>
            )}
            <ol className={css.events}>
              {[...(events ?? [])].reverse().map((e) => (
                <li key={e.n}>
                  <span>{words(eventWords(e))}</span>
                  <small>
                    {e.userName} · <Ago at={e.at} />
                  </small>
                </li>
              ))}
            </ol>
          </section>
        </div>
      )}
    </Drawer>
  )
}
