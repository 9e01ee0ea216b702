import { useLingui } from '@lingui/react/macro'
import { Icon } from '@/kit/icon/Icon'
import css from './Refusal.module.css'
import type { Told } from './useScanner'
import { useWhy } from './why'

/** Why a scan was refused, where no load is open. */
export function Refusal({ told, onClose }: { told: Told; onClose: () => void }) {
  const { t } = useLingui()
  const why = useWhy()(told)
  return (
    <div className={css.refusal} role="alert">
      <Icon name="stop" size={40} />
      <div>
        <strong>{why.line}</strong>
        <div className={css.more}>
          <span className="identifier">{told.code}</span> {why.more}
        </div>
      </div>
      <button type="button" onClick={onClose} aria-label={t`Close`}>
        <Icon name="close" />
      </button>
    </div>
  )
}
