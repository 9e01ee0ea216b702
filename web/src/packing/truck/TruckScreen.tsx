import { Trans, useLingui } from '@lingui/react/macro'
import type { PackingTruckPlan, TruckStage } from '@sync/gen/api'
import { CallError } from '@sync/wire'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { PlainButton, PlainInput } from '@/kit/plain/Plain'
import { Pending } from '@/kit/remote/Pending'
import { submit } from '@/kit/remote/submit'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { type Action, keys, ontoStep, type Step, stepOf } from './steps'
import css from './Truck.module.css'
import { TruckDrawing } from './TruckDrawing'
import { trailers, wrong } from './words'

/** Page 112, one plan: how a truck is loaded, to be changed and printed. */
export function TruckScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const got = useCall('Truck/Plan', { TruckId: id }, { staleMs: 0 })
  const p = got.data
  const words = useWords()
  return (
    <Screen
      title={p ? t`Load plan ${p.Name}` : t`Load plan`}
      below={p && `${p.Number} · ${p.WHSE} · ${words(trailers[p.Trailer] ?? p.Trailer)} · ${p.ChangedBy}`}
      actions={
        <>
          {p && (
            <Button variant="default" onClick={() => window.print()}>
              <Trans>Print</Trans>
            </Button>
          )}
          <PageLink to={{ page: 'TruckBuilder' }} otherwise={null}>
            <Trans>All load plans</Trans>
          </PageLink>
        </>
      }
    >
      <Pending called={got} offline={t`Load plans are kept on the server. There is no connection.`}>
        {p && <Loaded p={p} again={got.remote.again} />}
      </Pending>
    </Screen>
  )
}

/** The pallet that a key has moved, with the step that it goes to: a row that is moved in the page loses the focus. */
let wanted: string | undefined

function Loaded({ p: kept, again }: { p: PackingTruckPlan; again: () => void }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const { act } = useAct()
  const [chosen, setChosen] = useState<string>()
  const [answer, setAnswer] = useState<PackingTruckPlan>()
  const [moves, setMoves] = useState(0)
  const moving = moves > 0
  // What a move has answered is shown before the plan has been fetched anew.
  const p = answer && answer.Rev > kept.Rev ? answer : kept
  const latest = useRef(p)
  latest.current = p
  const line = useRef({ last: Promise.resolve(true), waiting: 0 })
  /** Moves go one after another, each from the plan that the one before made; behind one that was refused nothing goes. */
  const change = (what: (p: PackingTruckPlan) => (Partial<Step> & { Gap?: number; Anew?: boolean }) | undefined) => {
    const at = line.current
    if (at.waiting++ === 0) at.last = Promise.resolve(true)
    setMoves(at.waiting)
    at.last = at.last
      .then(async (well) => {
        const step = well ? what(latest.current) : undefined
        if (!step) return well
        return await act(async () => {
          try {
            latest.current = (await submit('Truck/Move', { TruckId: p.TruckId, Rev: latest.current.Rev, ...step })) as PackingTruckPlan
            setAnswer(latest.current)
          } catch (err) {
            if (err instanceof CallError) again() // somebody else was faster: their plan is shown
            throw err
          }
        })
      })
      .catch((err: unknown) => {
        reportError(err) // a mistake of ours goes where mistakes are seen, once
        return false
      })
      .finally(() => setMoves(--at.waiting))
  }
  const act1 = (action: Action) => chosen && change((now) => stepOf(now, chosen, action))
  const onKey = (id: string) => (e: KeyboardEvent) => {
    const action = e.altKey ? (keys[e.key] ?? keys[e.code]) : undefined
    if (!action) return
    e.preventDefault() // the browser would go back a page
    change((now) => {
      const to = stepOf(now, id, action)
      if (to) wanted = `${id}/${to.To}`
      return to
    })
  }
  const pallets = new Map(p.Pallets.map((q) => [q.PalletId, q]))
  const changed = p.Orders.filter((o) => o.Changed).map((o) => o.OrderNumber)
  const faulty = new Set(p.Load.Faults.map((f) => f.PalletId).filter(Boolean))
  const put = p.Puts.find((s) => s.PalletId === chosen)
  return (
    <>
      <p className={css.quiet}>
        {t`${count(p.Pallets.length, locale)} pallets`} · {count(p.Load.Pounds, locale)} lb / {count(p.Measures.Payload, locale)} lb ·{' '}
        {t`${count(p.Load.Used, locale)} of ${count(p.Measures.Length, locale)} in of floor`}
      </p>
      {changed.length > 0 && (
        <p className={css.over} role="alert">
          <Trans>Changed since this plan: {changed.join(', ')}. Build it again.</Trans>
        </p>
      )}
      {p.Load.Faults.length > 0 ? (
        <ul className={css.faults} aria-label={t`To correct`}>
          {p.Load.Faults.map((f) => (
            <li key={`${f.Code}/${f.PalletId}/${f.OtherId}/${f.Stop}`}>
              {words(wrong[f.Code] ?? f.Code)}
              {f.PalletId && `: ${f.PalletId}`}
              {f.OtherId && ` / ${f.OtherId}`}
              {f.Stop > 0 && ` (${t`after stop ${f.Stop}`})`}
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.quiet}>
          <Trans>Ready to load: nothing blocks a stop, and each axle is within its limit.</Trans>
        </p>
      )}
      <TruckDrawing
        p={p}
        chosen={chosen}
        faulty={faulty}
        onChoose={setChosen}
        onDraw={moving ? undefined : (a, b) => change((now) => ontoStep(now, a, b))}
      />
      <div className={`${css.acts} no-print`} role="toolbar" aria-label={t`Chosen pallet`}>
        <PlainButton disabled={!put || moving} onClick={() => act1('earlier')}>
          <Trans>Load earlier</Trans>
        </PlainButton>
        <PlainButton disabled={!put || moving} onClick={() => act1('later')}>
          <Trans>Load later</Trans>
        </PlainButton>
        <PlainButton disabled={!put || moving} onClick={() => act1('side')}>
          <Trans>Other side</Trans>
        </PlainButton>
        <PlainButton disabled={!put || moving} onClick={() => act1('turn')}>
          <Trans>Turn</Trans>
        </PlainButton>
        <PlainButton disabled={!put || moving} onClick={() => act1('stack')}>
          {put?.On ? <Trans>Put on the floor</Trans> : <Trans>Stack on the one before</Trans>}
        </PlainButton>
        <PlainButton disabled={moving} onClick={() => change(() => ({ Anew: true }))}>
          <Trans>Load anew</Trans>
        </PlainButton>
        <span>
          <Trans>Free at the nose (in)</Trans>{' '}
          <PlainInput
            key={p.Gap}
            type="number"
            aria-label={t`Free at the nose (in)`}
            min={0}
            max={400}
            step={6}
            defaultValue={p.Gap}
            onBlur={(e) => {
              const Gap = Number(e.currentTarget.value)
              if (Gap !== p.Gap && Gap >= 0 && Gap <= 400) change(() => ({ Gap }))
            }}
          />
        </span>
      </div>
      <p className={`${css.quiet} no-print`}>
        <Trans>Drag a pallet onto another, or choose one below: Alt with the arrow keys moves it, Alt T turns it, Alt S stacks it.</Trans>
      </p>
      <div className={css.parts}>
        <section aria-label={t`Loading order`}>
          <h2>
            <Trans>Loading order</Trans>
          </h2>
          <ol className={css.steps}>
            {p.Puts.map((s, n) => {
              const q = pallets.get(s.PalletId)
              return (
                q && (
                  <li key={s.PalletId}>
                    <button
                      type="button"
                      ref={(el) => {
                        if (!el || wanted !== `${s.PalletId}/${n}`) return
                        wanted = undefined
                        el.focus()
                      }}
                      aria-pressed={chosen === s.PalletId}
                      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight Alt+T Alt+S"
                      onClick={() => setChosen(s.PalletId)}
                      onKeyDown={onKey(s.PalletId)}
                    >
                      <b>
                        {n + 1}. {s.PalletId}
                      </b>
                      <span>{t`stop ${q.Stop}`}</span>
                      <span>{s.On ? t`on the one before` : s.Lane === 'left' ? t`left side` : t`right side`}</span>
                      <span>{count(q.Pounds, locale)} lb</span>
                      <span>
                        {q.Length} × {q.Width} × {q.Height} in{q.Assumed && ` (${t`assumed`})`}
                      </span>
                    </button>
                  </li>
                )
              )
            })}
          </ol>
        </section>
        <section aria-label={t`Axle weights`}>
          <h2>
            <Trans>Axle weights</Trans>
          </h2>
          <Axles p={p} />
          <h2>
            <Trans>Stops</Trans>
          </h2>
          <ol className={css.steps}>
            {p.Orders.map((o) => (
              <li key={o.OrderId}>
                {o.Stop}. {o.Consignee.name}, {o.Consignee.city} {o.Consignee.state} · {o.OrderNumber}
              </li>
            ))}
          </ol>
        </section>
      </div>
    </>
  )
}

function Axles({ p }: { p: PackingTruckPlan }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { Limit } = p.Measures
  const cell = (name: 'Steer' | 'Drive' | 'Tandem' | 'Gross') => (s: TruckStage) => {
    const over = s.Over.includes(name.toLowerCase())
    return (
      <span className={over ? css.over : undefined}>
        {count(s[name], locale)} / {count(Limit[name], locale)}
        {over && ` ${t`over`}`}
      </span>
    )
  }
  return (
    <Table
      label={t`Axle weights in pounds, of the limit`}
      rows={p.Load.Stages}
      keyOf={(s) => String(s.Stop)}
      columns={[
        { head: t`When`, cell: (s) => (s.Stop === 0 ? t`Leaving` : t`after stop ${s.Stop}`), name: true },
        { head: t`Steer`, cell: cell('Steer'), number: true },
        { head: t`Drive`, cell: cell('Drive'), number: true },
        { head: t`Tandem`, cell: cell('Tandem'), number: true },
        { head: t`Gross`, cell: cell('Gross'), number: true },
      ]}
    />
  )
}
