import { Trans, useLingui } from '@lingui/react/macro'
import type { DocumentPrintable } from '@sync/gen/api'
import { Ago } from '@/kit/format/Formats'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { useWords } from '@/kit/words/words'
import { paperWords, printState } from '../print/words'
import css from './Reprint.module.css'

/** Every print of a shipment's papers, the newest first: which, when, by whom and why. */
export function History({ prints }: { prints: DocumentPrintable['prints'] }) {
  const { t } = useLingui()
  const words = useWords()
  if (prints.length === 0) return null
  return (
    <details className={css.history}>
      <summary>
        <Trans>Print history ({prints.length})</Trans>
      </summary>
      <ul aria-label={t`Prints`}>
        {prints.map((p) => (
          <li key={p.id}>
            <span>
              <strong>{p.kind === 'file' ? p.name || words(paperWords.file) : words(paperWords[p.kind])}</strong> × {p.copies}
            </span>
            <StatusBadge {...printState(p)} />
            <span>
              <Ago at={p.at} /> · {p.byName}
            </span>
            <span>{p.reason || (p.againOf ? <Trans>reprint, no reason given</Trans> : <Trans>first print</Trans>)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
