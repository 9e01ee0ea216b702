import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { DocumentPrint, DocumentPrinter } from '@sync/gen/tables'
import { useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { Ago } from '@/kit/format/Formats'
import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { againForm } from './againForm'
import { type LocalState, useLocalState } from './agent'
import css from './Print.module.css'
import { paperWords, printState } from './words'

/** What became of prints, the newest first, each with what can be done about it. */
export function Prints({ prints, printers }: { prints: readonly DocumentPrint[]; printers: readonly DocumentPrinter[] }) {
  const { t } = useLingui()
  const [all, setAll] = useState(false)
  if (prints.length === 0) return null
  const shown = all ? prints : prints.slice(0, 4)
  return (
    <>
      <ul className={css.prints} aria-label={t`Prints`}>
        {shown.map((p) => (
          <Print key={p.id} print={p} printer={printers.find((r) => r.id === p.printer)?.name} />
        ))}
      </ul>
      {shown.length < prints.length && (
        <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
          <Trans>Show all {prints.length}</Trans>
        </Button>
      )}
    </>
  )
}

/** The server's word once it has one; before that what the print computer told this tab. */
const standing = (p: DocumentPrint, here: LocalState | undefined) =>
  here && p.state === 'queued' && here.state !== 'unreached'
    ? { state: here.state, answer: here.answer, params: here.params ?? {} }
    : { state: p.state, answer: p.answer, params: p.params }

function Print({ print: p, printer }: { print: DocumentPrint; printer: string | undefined }) {
  const { t } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const [busy, setBusy] = useState(false)
  const here = useLocalState(p.id)
  const { state, answer, params } = standing(p, here)
  const { label, hue } = printState({ state, answer })
  const act = async (op: 'Printing/Retry' | 'Printing/Cancel') => {
    setBusy(true)
    try {
      await submit(op, { PrintId: p.id })
    } catch (err) {
      refusal.tell(err)
    } finally {
      setBusy(false)
    }
  }
  const paper = p.kind === 'file' ? p.name || words(paperWords.file) : words(paperWords[p.kind])
  const open = state === 'queued' || state === 'sent' || state === 'waiting'
  return (
    <li data-hue={hue}>
      <span className={css.what}>
        <strong>{paper}</strong> × {p.copies} · {printer ?? t`Printer removed`}
        <small>
          <Ago at={p.at} />
          {p.byName && ` · ${p.byName}`}
          {p.reason && ` · ${p.reason}`}
        </small>
      </span>
      <StatusBadge hue={hue} label={p.stop && open ? msg`cancel requested` : label} />
      {answer && state !== 'printed' && <span className={css.why}>{refusal.ofCode(answer, { printer: printer ?? '', ...params })}</span>}
      {here?.state === 'unreached' && p.state === 'queued' && (
        <span className={css.why}>
          <Trans>No print computer answers on this network. It prints when there is Wi-Fi again, or print from this browser.</Trans>
        </span>
      )}
      <span className={css.acts}>
        {(p.state === 'failed' || p.state === 'cancelled') && (
          <Button variant="default" size="xs" loading={busy} onClick={() => void act('Printing/Retry')}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {open && p.state !== 'printed' && !p.stop && (
          <Button variant="subtle" size="xs" loading={busy} onClick={() => void act('Printing/Cancel')}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        {p.state === 'printed' && (
          <Button variant="subtle" size="xs" onClick={() => openForm(againForm, { PrintId: p.id, Copies: p.copies })}>
            <Trans>Reprint</Trans>
          </Button>
        )}
      </span>
    </li>
  )
}
