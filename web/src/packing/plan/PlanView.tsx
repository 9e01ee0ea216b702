import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { PackingBox, PackingPlan } from '@sync/gen/tables'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DetailScreen } from '@/kit/detail/DetailScreen'
import { openForm } from '@/kit/form/FormDialog'
import { DateTime, useLocale } from '@/kit/format/Formats'
import { count, measure, money } from '@/kit/format/measure'
import { PageLink } from '@/kit/page/PageLink'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Alert, Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from '../Packing.module.css'
import { BoxPicture } from '../picture/BoxPicture'
import { letter } from '../picture/layers'
import { LeftOvers } from './LeftOvers'
import { anewForm, takeBackForm } from './takeBack'
import { useBoxes, usePlan } from './usePlans'
import { boxStates, kindWords, oneWords, planStates } from './words'

/** One order's packing for the office: what it comes to, each box with its picture, what is left over, and how far the packers are. */
export function PlanView({ id, box }: { id: string; box: number | undefined }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const refusal = useRefusal()
  const navigate = useNavigate()
  const [trouble, setTrouble] = useState<string>()
  const asked = useCall('Packing/Plan', { PlanId: id }, { staleMs: 0 })
  // A plan that was just made may still be on its way to the local rows.
  const plan = usePlan(id) ?? (asked.data?.plan as PackingPlan | undefined)
  const boxes = useBoxes(id)
  const shown = boxes?.length ? boxes : (asked.data?.boxes as PackingBox[] | undefined)
  const chosen = shown?.find((b) => b.n === (box ?? 1)) ?? shown?.[0]

  const anew = async () => {
    if (!plan || (plan.state === 'packing' && !(await openForm(anewForm(plan), {})))) return
    setTrouble(undefined)
    try {
      const made = await call('Cartonization/GetAndBuildPackVerifyOrderData', { OrderId: plan.orderId, Kind: plan.kind, Anew: true })
      void navigate({ to: '/ReviewPacking', search: { plan: made.plan.id }, replace: true })
    } catch (err) {
      setTrouble(refusal.whole(err))
    }
  }
  const takeBack = async () => {
    if (plan && (await openForm(takeBackForm(plan), {}))) void navigate({ to: '/ReviewPacking', search: {}, replace: true })
  }
  const facts = plan && [
    [words(kindWords[plan.kind]), count(plan.boxes, locale)],
    [t`Pieces`, count(plan.pieces, locale)],
    [t`Weight with packing`, measure(plan.weight, locale)],
    [t`Billable weight`, measure({ milli: plan.billable * 1000, unit: 'lb' }, locale)],
    [t`Cube`, measure({ milli: plan.cube, unit: 'ft³' }, locale)],
    [t`Density`, plan.cube > 0 ? measure({ milli: Math.round((plan.weight.milli / plan.cube) * 100) * 10, unit: 'lb/ft³' }, locale) : '—'],
    ...(asked.data?.cost ? [[t`Shipping cost`, money(asked.data.cost.minor, asked.data.cost.currency, locale)]] : []),
  ]
  return (
    <DetailScreen
      title={plan ? <Trans>Packing of order {plan.orderNumber}</Trans> : t`Packing`}
      status={plan && <StatusBadge {...planStates[plan.state]} />}
      of={plan}
      entity="packing_plan"
      id={id}
      remote={asked.remote}
      actions={
        plan && (
          <>
            {plan.state !== 'verified' && plan.state !== 'dropped' && (
              <>
                <Button variant={asked.data?.stale ? 'filled' : 'default'} onClick={() => void anew()}>
                  <Trans>Plan again</Trans>
                </Button>
                <Button variant="default" onClick={() => void takeBack()}>
                  <Trans>Undo packing plan</Trans>
                </Button>
              </>
            )}
            {plan.boxes > 0 && plan.state !== 'dropped' && (
              <PageLink to={{ page: 'PackVerify', search: { plan: id } }}>
                <Trans>Verify the packing</Trans>
              </PageLink>
            )}
            <PageLink to={{ page: 'ReviewPacking' }}>
              <Trans>All packings</Trans>
            </PageLink>
          </>
        )
      }
    >
      {plan && (
        <div className={css.page}>
          {trouble && (
            <Alert color="red" role="alert">
              {trouble}
            </Alert>
          )}
          {asked.data?.stale && plan.state !== 'dropped' && (
            <Alert color="yellow" role="status">
              <Trans>The order, its items, what they are packed into or the rules have changed since this was planned.</Trans>
            </Alert>
          )}
          {shown && shown.length === 0 && (
            <Alert color="red" role="alert">
              {refusal.ofCode('packing-impossible', {})}
            </Alert>
          )}
          <LeftOvers left={plan.left} />
          <dl className={css.facts}>
            {facts?.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {shown && chosen && (
            <div className={css.split}>
              <nav aria-label={words(kindWords[plan.kind])}>
                <ol className={css.boxes}>
                  {shown.map((b) => (
                    <li key={b.id}>
                      <button
                        type="button"
                        aria-current={b === chosen || undefined}
                        onClick={() => void navigate({ to: '/ReviewPacking', search: { plan: id, box: b.n }, replace: true })}
                      >
                        <span className={css.name}>
                          <strong>{words(oneWords[plan.kind](b.n))}</strong>
                          <StatusBadge {...boxStates[b.state]} />
                        </span>
                        <span className={css.line}>{b.name}</span>
                        <span className={css.line}>
                          <Plural value={b.placed.length} one="# piece" other="# pieces" /> · {measure(b.weight, locale)} ·{' '}
                          <Trans>{count(Math.round(b.fill / 10), locale)} % full</Trans>
                        </span>
                      </button>
                    </li>
                  ))}
                </ol>
              </nav>
              <section aria-label={words(oneWords[plan.kind](chosen.n))} className={css.box}>
                <BoxPicture key={chosen.id} box={chosen} name={words(oneWords[plan.kind](chosen.n))} />
                <ul className={css.contents}>
                  {chosen.contents.map((c, i) => (
                    <li key={`${c.code} ${c.description}`}>
                      <span className={css.letter}>{letter(i)}</span>
                      <span>
                        {c.description} {c.code && <span className="identifier">{c.code}</span>}
                      </span>
                      <span className={css.number}>
                        <Trans>
                          {count(c.scanned, locale)} of {count(c.count, locale)}
                        </Trans>
                      </span>
                    </li>
                  ))}
                </ul>
                {chosen.state !== 'open' && chosen.packedAt && (
                  <p className={css.quiet}>
                    <Trans>
                      Closed by {chosen.packedBy}, <DateTime at={chosen.packedAt} />
                    </Trans>
                    {chosen.note && ` · ${chosen.note}`}
                  </p>
                )}
              </section>
            </div>
          )}
        </div>
      )}
    </DetailScreen>
  )
}
