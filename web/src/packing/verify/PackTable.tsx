import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { PackingBox, PackingPlan } from '@sync/gen/tables'
import { send } from '@sync/send'
import { useEffect, useId, useRef, useState } from 'react'
import { feedback } from '@/kit/feedback/feedback'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { useLocale } from '@/kit/format/Formats'
import { count, measure } from '@/kit/format/measure'
import { Icon } from '@/kit/icon/Icon'
import { PlainButton, PlainInput } from '@/kit/plain/Plain'
import { useScan } from '@/kit/scan/useScan'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { useWords } from '@/kit/words/words'
import css from '../Packing.module.css'
import { BoxPicture } from '../picture/BoxPicture'
import { letter } from '../picture/layers'
import { boxStates, closeWords, oneWords } from '../plan/words'
import { decide, type Verdict } from './decide'
import { VerdictView } from './VerdictView'

interface TableProps {
  plan: PackingPlan
  box: PackingBox
  boxes: PackingBox[]
  at: number
  show: (n: number) => void
}

/** One box at the packing table: what goes in, the scans and their answers, and its closing. */
export function PackTable({ plan, box, boxes, at, show }: TableProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const name = words(oneWords[plan.kind](box.n))
  const [verdict, setVerdict] = useState<Verdict & { n: number }>()
  const field = useId()
  const [typed, setTyped] = useState('')
  const [pieces, setPieces] = useState('')
  const [note, setNote] = useState('')
  const line = useRef(Promise.resolve())
  const latest = useRef({ box, boxes })
  latest.current = { box, boxes }
  const told = useRef(0)

  const { trouble, keeping } = useKeeping()

  const take = (text: string, counted: string) => {
    const n = /^\d{1,4}$/.test(counted.trim()) ? Math.max(1, Number(counted)) : 1
    setPieces('')
    line.current = line.current.then(async () => {
      const { box, boxes } = latest.current
      const said = decide(text, box, boxes, plan.left, n)
      told.current++
      setVerdict({ ...said, n: told.current })
      if (said.kind !== 'in') {
        feedback(said.kind === 'full' ? 'repeat' : 'bad')
        return
      }
      if (
        !(await keeping(() => send('Packing/Scan', { PlanId: plan.id, BoxId: box.id, Code: text, Count: n }), { of: String(told.current) }))
      )
        return
      // The next scan is judged by what this one has left behind, not by what React has drawn.
      latest.current = {
        box: { ...box, contents: box.contents.map((c) => (c === said.content ? { ...c, scanned: c.scanned + n } : c)) },
        boxes,
      }
    })
  }
  useScan((read) => take(read, pieces))

  const missing = box.contents.reduce((n, c) => n + c.count - c.scanned, 0)
  const close = async () => {
    if (!(await keeping(() => send('Packing/CloseBox', { PlanId: plan.id, BoxId: box.id, Note: note.trim() }), { of: 'close' }))) return
    const next = [...boxes.slice(at + 1), ...boxes.slice(0, at)].find((b) => b.state === 'open')
    if (next) show(next.n)
  }
  useEffect(() => {
    // What another table does to this box is no news about the last scan here.
    if (box.state !== 'open') setVerdict(undefined)
  }, [box.state])

  return (
    <div className={css.table}>
      <section className={css.work} aria-label={name}>
        <div className={css.which}>
          <PlainButton disabled={at === 0} onClick={() => show(boxes[at - 1]?.n ?? box.n)} aria-label={t`Previous`}>
            <Icon name="left" />
          </PlainButton>
          <h2>
            <Trans>
              {name} of {plan.boxes}
            </Trans>{' '}
            <StatusBadge {...boxStates[box.state]} />
            <span className={css.line}>
              {box.name} <span className="identifier">{box.type}</span> · {measure(box.weight, locale)}
            </span>
          </h2>
          <PlainButton disabled={at === boxes.length - 1} onClick={() => show(boxes[at + 1]?.n ?? box.n)} aria-label={t`Next`}>
            <Icon name="right" />
          </PlainButton>
        </div>
        <VerdictView verdict={verdict} kind={plan.kind} open={box.state === 'open'} />
        {trouble && <p role="alert">{trouble}</p>}
        {box.state === 'open' && (
          <form
            className={css.ask}
            onSubmit={(e) => {
              e.preventDefault()
              if (typed.trim()) take(typed, pieces)
              setTyped('')
            }}
          >
            <label className={css.asked} htmlFor={`${field}-item`}>
              <span>
                <Trans>Scan or type an item</Trans>
              </span>
              <PlainInput
                id={`${field}-item`}
                value={typed}
                onChange={(e) => setTyped(e.currentTarget.value)}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                enterKeyHint="go"
                data-scan-field
              />
            </label>
            {box.contents.some((c) => c.count > 1) && (
              <label className={css.pieces} htmlFor={`${field}-pieces`}>
                <span>
                  <Trans>Pieces</Trans>
                </span>
                <PlainInput
                  id={`${field}-pieces`}
                  value={pieces}
                  onChange={(e) => setPieces(e.currentTarget.value.replace(/\D/g, ''))}
                  placeholder="1"
                  maxLength={4}
                  inputMode="numeric"
                  autoComplete="off"
                  enterKeyHint="go"
                />
              </label>
            )}
            <PlainButton type="submit" filled>
              <Trans>Go</Trans>
            </PlainButton>
          </form>
        )}
        <ul className={css.contents}>
          {box.contents.map((c, i) => (
            <li key={`${c.code} ${c.description}`} data-done={c.scanned >= c.count || undefined}>
              <span className={css.letter}>{letter(i)}</span>
              <span>
                {c.description} {c.code && <span className="identifier">{c.code}</span>}
              </span>
              <span className={css.number}>
                {c.scanned >= c.count && <Icon name="check" />}
                <Trans>
                  {count(c.scanned, locale)} of {count(c.count, locale)}
                </Trans>
              </span>
              {box.state === 'open' && (
                <PlainButton
                  disabled={c.scanned === 0}
                  aria-label={t`Remove one ${c.description}`}
                  onClick={() =>
                    void keeping(() => send('Packing/Scan', { PlanId: plan.id, BoxId: box.id, Code: c.code || c.description, Count: -1 }), {
                      of: `out ${i}`,
                    })
                  }
                >
                  <Icon name="undo" />
                </PlainButton>
              )}
            </li>
          ))}
        </ul>
        {box.state === 'open' ? (
          <form
            className={css.ask}
            onSubmit={(e) => {
              e.preventDefault()
              void close()
            }}
          >
            {missing > 0 && (
              <label className={css.asked} htmlFor={`${field}-why`}>
                <span>
                  <Plural value={missing} one="# piece is missing. Why?" other="# pieces are missing. Why?" />
                </span>
                <PlainInput
                  id={`${field}-why`}
                  value={note}
                  onChange={(e) => setNote(e.currentTarget.value)}
                  maxLength={400}
                  autoComplete="off"
                />
              </label>
            )}
            <PlainButton type="submit" filled={missing === 0} disabled={missing > 0 && !note.trim()}>
              {missing > 0 ? <Trans>Close it short</Trans> : words(closeWords[plan.kind])}
            </PlainButton>
          </form>
        ) : (
          <p className={css.ask}>
            {box.note && <span>{box.note}</span>}
            <PlainButton onClick={() => void keeping(() => send('Packing/OpenBox', { PlanId: plan.id, BoxId: box.id }), { of: 'open' })}>
              <Trans>Open it again</Trans>
            </PlainButton>
          </p>
        )}
        {plan.state === 'verified' && (
          <p className={css.done} role="status">
            <Icon name="check" size={28} /> <Trans>All of this order is packed and verified.</Trans>
          </p>
        )}
      </section>
      <BoxPicture box={box} name={name} />
    </div>
  )
}
