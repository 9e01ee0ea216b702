import { Plural, Trans } from '@lingui/react/macro'
import { Icon } from '@/kit/icon/Icon'
import { useWords } from '@/kit/words/words'
import css from '../Packing.module.css'
import { type Kind, oneWords } from '../plan/words'
import type { Verdict } from './decide'

/** The answer to the last scan, to be read at arm's length. It is announced again for every scan, also where it says the same. */
export function VerdictView({ verdict, kind, open }: { verdict: (Verdict & { n: number }) | undefined; kind: Kind; open: boolean }) {
  if (!verdict)
    return (
      <div className={css.verdict} role="status">
        {open && (
          <span className={css.hint}>
            <Trans>Scan each piece as it goes in.</Trans>
          </span>
        )}
      </div>
    )
  const good = verdict.kind === 'in'
  return (
    <div className={css.verdict} data-good={good} role={good ? 'status' : 'alert'}>
      <div key={verdict.n} className={css.said}>
        <Icon name={good ? 'check' : 'stop'} size={44} />
        <Says verdict={verdict} kind={kind} />
      </div>
    </div>
  )
}

function Says({ verdict, kind }: { verdict: Verdict; kind: Kind }) {
  const words = useWords()
  switch (verdict.kind) {
    case 'in':
      return (
        <div>
          <strong>{verdict.content.description}</strong>
          <span>
            {verdict.left === 0 ? <Trans>All packed.</Trans> : <Plural value={verdict.left} one="# more goes in" other="# more go in" />}
          </span>
        </div>
      )
    case 'elsewhere':
      return (
        <div>
          <strong>
            <Trans>Belongs to: {words(oneWords[kind](verdict.box))}</Trans>
          </strong>
          <span>{verdict.content.description}</span>
        </div>
      )
    case 'full':
      return (
        <div>
          <strong>
            <Trans>Already complete here</Trans>
          </strong>
          <span>{verdict.content.description}</span>
        </div>
      )
    case 'tooMany':
      return (
        <div>
          <strong>
            <Plural value={verdict.left} one="Only # more goes in here" other="Only # more go in here" />
          </strong>
          <span>{verdict.content.description}</span>
        </div>
      )
    case 'closed':
      return (
        <div>
          <strong>
            <Trans>Closed</Trans>
          </strong>
          <span>
            <Trans>Open it again first.</Trans>
          </span>
        </div>
      )
    case 'leftOver':
      return (
        <div>
          <strong>
            <Trans>Not packed: does not fit any box</Trans>
          </strong>
          <span>{verdict.of.description}</span>
        </div>
      )
    case 'unknown':
      return (
        <div>
          <strong>
            <Trans>Not of this order</Trans>
          </strong>
          <span className="identifier">{verdict.code}</span>
        </div>
      )
  }
}
