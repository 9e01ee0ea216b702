import { Trans } from '@lingui/react/macro'
import { tail } from '@/kit/format/identifier'
import { Icon } from '@/kit/icon/Icon'
import { useRefusal } from '@/kit/remote/refusal'
import type { Trouble } from '@/kit/remote/remote'
import { useSession } from '@/kit/remote/user'
import type { Load, Pallet } from '../load/load'
import { hasLot, type LotKind } from '../lot/facts'
import { useLotKindWords, useLotWords } from '../lot/words'
import type { Told } from '../scan/useScanner'
import { useWhy } from '../scan/why'
import css from './Loading.module.css'

interface VerdictViewProps {
  told: Told | undefined
  /** The server did not take what the scan did. */
  sentBack?: Trouble | undefined
  load: Load
  allAboard: boolean
  onUndo?: (() => void) | undefined
  /** The label may be of goods that no order names. */
  onOver?: (() => void) | undefined
  /** Or be written in a way that nobody has taught yet. */
  onTeach?: (() => void) | undefined
  /** The pallet that the scan meant, as it is now. */
  pallet: Pallet | undefined
  /** What its labels are still to tell. */
  missing: LotKind[]
}

/** The answer to the last scan, readable from the forklift: the whole half is green with a tick or red with the reason. The next scan clears it. */
export function VerdictView({ told, sentBack, load, allAboard, onUndo, onOver, onTeach, pallet, missing }: VerdictViewProps) {
  const why = useWhy()
  const lots = useLotWords()
  const kinds = useLotKindWords()
  const refusal = useRefusal()
  const ended = useSession()?.expired ?? false
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
            <Trans>All loaded</Trans>
          ) : (
            <Trans>Scan a pallet</Trans>
          )}
        </strong>
        {load.state === 'void' && load.note && <span className={css.saySmall}>{load.note}</span>}
      </div>
    )
  if (sentBack)
    return (
      <div key={sentBack.key} className={css.verdict} data-kind="refused" role="alert">
        <Icon name="close" size={112} />
        <strong className={css.say}>
          <Trans>Not accepted</Trans>
        </strong>
        <span className={css.saySmall}>
          <span className={css.number}>{tail(told.code)} · </span>
          {refusal.later(sentBack)}
        </span>
      </div>
    )
  const good = told.kind === 'load' || told.kind === 'again' || told.kind === 'joined'
  const { line, more } = why(told)
  const unconfirmed = told.kind === 'load' && ended
  const look = unconfirmed ? 'waits' : told.kind === 'joined' ? 'load' : good || told.kind === 'waits' ? told.kind : 'refused'
  return (
    // A key for each scan: a screen reader says the same reason again when the same thing happens again.
    <div key={told.at} className={css.verdict} data-kind={look} role={look === 'refused' ? 'alert' : 'status'}>
      <Icon name={look === 'waits' ? 'clock' : good ? 'check' : 'close'} size={112} />
      <strong className={css.say}>{good ? <span className={css.number}>{tail(told.pallet.lpn)}</span> : line}</strong>
      <span className={css.saySmall}>
        {good ? line : look === 'refused' && <span className={css.number}>{tail(told.code)} · </span>}
        {good && more && ' · '}
        {more}
      </span>
      {good && told.kind !== 'joined' && pallet && hasLot(pallet) && <span className={css.saySmall}>{lots(pallet)}</span>}
      {unconfirmed && (
        <span className={css.saySmall}>
          <Trans>Kept, not confirmed: your session has ended. Sign in again.</Trans>
        </span>
      )}
      {'unkept' in told && told.unkept && (
        <span className={css.saySmall}>
          <Trans>Not kept: {lots(told.unkept)}. Scan it again.</Trans>
        </span>
      )}
      {good && missing.length > 0 && (
        <span className={css.saySmall}>
          <Trans>Still to scan: {kinds(missing)}</Trans>
        </span>
      )}
      {allAboard && good && (
        <span className={css.saySmall}>
          <Trans>All loaded</Trans>
        </span>
      )}
      {onOver && told.kind === 'unknown' && !told.loading && (
        <button type="button" className={css.undo} onClick={onOver}>
          <Icon name="plus" />
          <Trans>Load anyway: add as over</Trans>
        </button>
      )}
      {onTeach && told.kind === 'unknown' && !told.loading && (
        <button type="button" className={css.undo} onClick={onTeach}>
          <Icon name="scan" />
          <Trans>Teach this label</Trans>
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
