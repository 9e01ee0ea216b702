import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { DetailScreen } from '@/kit/detail/DetailScreen'
import { PageLink } from '@/kit/page/PageLink'
import { useRefusal } from '@/kit/remote/refusal'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { useWords } from '@/kit/words/words'
import css from '../Packing.module.css'
import { AskOrder } from '../plan/AskOrder'
import { LeftOvers } from '../plan/LeftOvers'
import type { PlanSearch } from '../plan/search'
import { useBoxes, usePlan, usePlans } from '../plan/usePlans'
import { kindWords, planStates } from '../plan/words'
import { PackTable } from './PackTable'

/** The packing table: an order's boxes one after the other, each scan judged on this device, with or without a network. */
export function VerifyScreen({ search }: { search: PlanSearch }) {
  return search.plan ? <Packing key={search.plan} id={search.plan} n={search.box} /> : <Choose />
}

function Choose() {
  const { t } = useLingui()
  const words = useWords()
  const plans = usePlans()?.filter((p) => p.state !== 'verified' && p.boxes > 0)
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
                  {words(kindWords[p.kind])} · <Plural value={p.boxes - p.packed} one="# open" other="# open" />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {plans?.length === 0 && (
        <p className={css.quiet}>
          <Trans>Nothing waits to be packed. Scan or type an order's number to plan it.</Trans>
        </p>
      )}
    </div>
  )
}

function Packing({ id, n }: { id: string; n: number | undefined }) {
  const { t } = useLingui()
  const refusal = useRefusal()
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
            <PackTable key={box.id} plan={plan} box={box} boxes={boxes} show={show} at={at} />
          ) : (
            <p role="status">{refusal.ofCode('packing-impossible', {})}</p>
          )}
        </div>
      )}
    </DetailScreen>
  )
}
