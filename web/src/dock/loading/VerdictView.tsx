import { Trans } from '@lingui/react/macro'
import { tail } from '@/kit/format/identifier'
import { Icon } from '@/kit/icon/Icon'
import type { Load } from '../load/load'
import type { Told } from '../scan/useScanner'
import { useWhy } from '../scan/why'
import css from './Loading.module.css'

interface VerdictViewProps {
  told: Told | undefined
  load: Load
  allAboard: boolean
  onUndo?: (() => void) | undefined
  /** The label may be of goods that no order names. */
  onOver?: (() => void) | undefined
}

/** The answer to the last scan, readable from the forklift: the whole half is green with a tick or red with the reason. The next scan clears it. */
export function VerdictView({ told, load, allAboard, onUndo, onOver }: VerdictViewProps) {
  const why = useWhy()
  if (!told)
    return (
      <div className={css.verdict} data-kind="none">
        <Icon name={allAboard ? 'check' : 'scan'} size={72} />
        <strong className={css.say}>
          {load.state === 'void' ? (
            <Trans>Void. Take back what is loaded.</Trans>
          ) : load.state === 'signed' || load.state === 'left' ? (
            <Trans>Signed by {load.signedBy}</Trans>
          ) : allAboard ? (
            <Trans>All aboard</Trans>
          ) : (
            <Trans>Scan a pallet</Trans>
          )}
        </strong>
        {load.state === 'void' && load.note && <span className={css.saySmall}>{load.note}</span>}
      </div>
    )
  const good = told.kind === 'load' || told.kind === 'again'
  const { line, more } = why(told)
  return (
    // A key for each scan: a screen reader says the same reason again when the same thing happens again.
    <div key={told.at} className={css.verdict} data-kind={good ? told.kind : 'refused'} role={good ? 'status' : 'alert'}>
      <Icon name={good ? 'check' : 'close'} size={112} />
      <strong className={css.say}>{good ? <span className={css.number}>{tail(told.pallet.lpn)}</span> : line}</strong>
      <span className={css.saySmall}>
        {good ? line : <span className={css.number}>{tail(told.code)}</span>}
        {more && <span> · {more}</span>}
      </span>
      {allAboard && good && (
        <span className={css.saySmall}>
          <Trans>All aboard</Trans>
        </span>
      )}
      {onOver && told.kind === 'unknown' && !told.loading && (
        <button type="button" className={css.undo} onClick={onOver}>
          <Icon name="plus" />
          <Trans>It goes along all the same: add it as over</Trans>
        </button>
      )}
      {onUndo && (
        <button type="button" className={css.undo} onClick={onUndo}>
          <Icon name="undo" />
          <Trans>Undo</Trans>
        </button>
      )}
    </div>
  )
}
