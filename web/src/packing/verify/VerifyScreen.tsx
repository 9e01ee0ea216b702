import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { PackingBox, PackingPlan } from '@sync/gen/tables'
import { send } from '@sync/send'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { DetailScreen } from '@/kit/detail/DetailScreen'
import { feedback } from '@/kit/feedback/feedback'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { useLocale } from '@/kit/format/Formats'
import { count, measure } from '@/kit/format/measure'
import { Icon } from '@/kit/icon/Icon'
import { PageLink } from '@/kit/page/PageLink'
import { PlainButton, PlainInput } from '@/kit/plain/Plain'
import { useScan } from '@/kit/scan/useScan'
import { StatusBadge } from '@/kit/status/StatusBadge'
import css from '../Packing.module.css'
import { BoxPicture } from '../picture/BoxPicture'
import { letter } from '../picture/layers'
import { AskOrder } from '../plan/AskOrder'
import { LeftOvers } from '../plan/LeftOvers'
import type { PlanSearch } from '../plan/search'
import { useBoxes, usePlan, usePlans } from '../plan/usePlans'
import { boxStates, planStates } from '../plan/words'
import { decide, type Verdict } from './decide'
import { VerdictView } from './VerdictView'

/** The packing table: an order's boxes one after the other, each scan judged on this device, with or without a network. */
export function VerifyScreen({ search }: { search: PlanSearch }) {
  return search.plan ? <Packing key={search.plan} id={search.plan} n={search.box} /> : <Choose />
}

function Choose() {
  const { t } = useLingui()
  const plans = usePlans()?.filter((p) => p.state !== 'verified')
  return (
    <div className={css.page}>
      <h1>{t`Pack and verify`}</h1>
      <AskOrder label={t`Order to pack`} page="PackVerify" />
      {plans && plans.length > 0 && (
        <section aria-labelledby="to-pack">
          <h2 id="to-pack">
            <Trans>Waiting to be packed</Trans>
          </h2>
          <ul className={css.waiting}>
            {plans.slice(0, 50).map((p) => (
              <li key={p.id}>
                <PageLink to={{ page: 'PackVerify', search: { plan: p.id } }}>{p.orderNumber}</PageLink>{' '}
                <StatusBadge {...planStates[p.state]} />{' '}
                <span className={css.quiet}>
                  <Plural value={p.boxes - p.packed} one="# box open" other="# boxes open" />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {plans?.length === 0 && (
        <p className={css.quiet}>
          <Trans>Nothing waits to be packed. Scan or type an order's number to plan its boxes.</Trans>
        </p>
      )}
    </div>
  )
}

function Packing({ id, n }: { id: string; n: number | undefined }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const plan = usePlan(id)
  const boxes = useBoxes(id)
  const box = boxes?.find((b) => b.n === n) ?? boxes?.find((b) => b.state === 'open') ?? boxes?.[0]
  const at = box ? boxes?.indexOf(box) : undefined
  const show = (to: number) => void navigate({ to: '/PackVerify', search: { plan: id, box: to }, replace: true })
  return (
    <DetailScreen
      title={plan ? <Trans>Pack order {plan.orderNumber}</Trans> : t`Pack and verify`}
      status={plan && <StatusBadge {...planStates[plan.state]} />}
      of={plan && boxes ? plan : plan === null ? null : undefined}
      entity="packing_plan"
      id={id}
      actions={
        <PageLink to={{ page: 'PackVerify' }}>
          <Trans>Another order</Trans>
        </PageLink>
      }
    >
      {plan && boxes && (
        <div className={css.page}>
          <LeftOvers left={plan.left} />
          {box && at !== undefined ? (
            <Table key={box.id} plan={plan} box={box} boxes={boxes} show={show} at={at} />
          ) : (
            <p role="status">
              <Trans>There is no box to pack.</Trans>
            </p>
          )}
        </div>
      )}
    </DetailScreen>
  )
}

interface TableProps {
  plan: PackingPlan
  box: PackingBox
  boxes: PackingBox[]
  at: number
  show: (n: number) => void
}

function Table({ plan, box, boxes, at, show }: TableProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const [verdict, setVerdict] = useState<Verdict & { n: number }>()
  const field = useId()
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [trouble, setTrouble] = useState('')
  const line = useRef(Promise.resolve())
  const latest = useRef({ box, boxes })
  latest.current = { box, boxes }
  const told = useRef(0)

  const take = (text: string) => {
    line.current = line.current.then(async () => {
      const { box, boxes } = latest.current
      const said = decide(text, box, boxes, plan.left)
      told.current++
      setVerdict({ ...said, n: told.current })
      feedback(said.kind === 'in' ? 'good' : said.kind === 'full' ? 'repeat' : 'bad')
      if (said.kind !== 'in') return
      try {
        await send('Packing/Scan', { PlanId: plan.id, BoxId: box.id, Code: text, Count: 1 })
        // The next scan is judged by what this one has left behind, not by what React has drawn.
        latest.current = {
          box: { ...box, contents: box.contents.map((c) => (c === said.content ? { ...c, scanned: c.scanned + 1 } : c)) },
          boxes,
        }
        setTrouble('')
      } catch (err) {
        console.error('a scan was not kept', err)
        feedback('bad')
        setTrouble(t`It could not be kept on this tablet. Nothing was changed. Try again.`)
      }
    })
  }
  useScan(take)

  const missing = box.contents.reduce((n, c) => n + c.count - c.scanned, 0)
  const closing = useKeeping()
  const close = async () => {
    if (!(await closing.keeping(() => send('Packing/CloseBox', { PlanId: plan.id, BoxId: box.id, Note: note.trim() })))) return
    const next = [...boxes.slice(at + 1), ...boxes.slice(0, at)].find((b) => b.state === 'open')
    if (next) show(next.n)
  }
  useEffect(() => {
    // What another table does to this box is no news about the last scan here.
    if (box.state !== 'open') setVerdict(undefined)
  }, [box.state])

  return (
    <div className={css.table}>
      <section className={css.work} aria-label={t`Box ${box.n}`}>
        <div className={css.which}>
          <PlainButton disabled={at === 0} onClick={() => show(boxes[at - 1]?.n ?? box.n)} aria-label={t`Box before`}>
            <Icon name="left" />
          </PlainButton>
          <h2>
            <Trans>
              Box {box.n} of {plan.boxes}
            </Trans>{' '}
            <StatusBadge {...boxStates[box.state]} />
            <span className={css.line}>
              {box.name} <span className="identifier">{box.type}</span> · {measure(box.weight, locale)}
            </span>
          </h2>
          <PlainButton disabled={at === boxes.length - 1} onClick={() => show(boxes[at + 1]?.n ?? box.n)} aria-label={t`Box after`}>
            <Icon name="right" />
          </PlainButton>
        </div>
        <VerdictView verdict={verdict} open={box.state === 'open'} />
        {(trouble || closing.trouble) && <p role="alert">{trouble || closing.trouble}</p>}
        {box.state === 'open' && (
          <form
            className={css.ask}
            onSubmit={(e) => {
              e.preventDefault()
              if (typed.trim()) take(typed)
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
                  aria-label={t`Take one ${c.description} out`}
                  onClick={() => void send('Packing/Scan', { PlanId: plan.id, BoxId: box.id, Code: c.code || c.description, Count: -1 })}
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
              {missing > 0 ? <Trans>Close it short</Trans> : <Trans>Close the box</Trans>}
            </PlainButton>
          </form>
        ) : (
          <p className={css.ask}>
            {box.note && <span>{box.note}</span>}
            <PlainButton onClick={() => void send('Packing/OpenBox', { PlanId: plan.id, BoxId: box.id })}>
              <Trans>Open it again</Trans>
            </PlainButton>
          </p>
        )}
        {plan.state === 'verified' && (
          <p className={css.done} role="status">
            <Icon name="check" size={28} /> <Trans>Every box of this order is packed and verified.</Trans>
          </p>
        )}
      </section>
      <BoxPicture box={box} />
    </div>
  )
}
