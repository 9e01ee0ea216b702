import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isSscc } from '@/kit/gs1/checkDigit'
import { Icon } from '@/kit/icon/Icon'
import { later } from '@/kit/later/later'
import { isTeachable } from '../lot/rule'
import { settle } from '../lot/waiting'
import css from './Refusal.module.css'
import type { Told } from './useScanner'
import { useWhy } from './why'

const TeachPanel = later(() => import('../lot/TeachPanel').then((m) => m.TeachPanel))

interface RefusalProps {
  told: Told
  onClose: () => void
  /** The label was taught: it is read again. */
  onTaught: (text: string) => void
}

/** Why a scan was refused, or what it waits for, where no load is open. */
export function Refusal({ told, onClose, onTaught }: RefusalProps) {
  const { t } = useLingui()
  const [teaching, setTeaching] = useState(false)
  const why = useWhy()(told)
  const waits = told.kind === 'waits'
  const teachable = told.kind === 'unknown' && !told.loading && isTeachable(told.code) && !isSscc(told.code)
  return (
    <div className={css.refusal} data-waits={waits || undefined} role={waits ? 'status' : 'alert'}>
      <Icon name={waits ? 'clock' : 'stop'} size={40} />
      <div>
        <strong>{why.line}</strong>
        <div className={css.more}>
          {!waits && <span className="identifier">{told.code}</span>} {why.more}
        </div>
      </div>
      {teachable && (
        <button type="button" className={css.way} onClick={() => setTeaching(true)}>
          <Trans>Teach this label</Trans>
        </button>
      )}
      {waits && (
        <button
          type="button"
          className={css.way}
          onClick={() => {
            settle(undefined)
            onClose()
          }}
        >
          <Trans>Discard</Trans>
        </button>
      )}
      {teaching && (
        <TeachPanel
          text={told.code}
          onClose={() => setTeaching(false)}
          onTaught={() => {
            setTeaching(false)
            onClose()
            onTaught(told.code)
          }}
        />
      )}
      <button type="button" onClick={onClose} aria-label={t`Close`}>
        <Icon name="close" />
      </button>
    </div>
  )
}
