import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { ListScreen } from '@/kit/list/ListScreen'
import { useWords } from '@/kit/words/words'
import css from '../Packing.module.css'
import { AskOrder } from './AskOrder'
import { PlanView } from './PlanView'
import { planList } from './planList'
import type { PlanSearch } from './search'
import { usePlans } from './usePlans'

/** How orders are packed into boxes, pallets and units: what is planned, being packed and verified, as it happens. */
export function PlansScreen({ search }: { search: PlanSearch }) {
  const { t } = useLingui()
  const words = useWords()
  const rows = usePlans()
  const spec = useMemo(() => planList(words), [words])
  if (search.plan) return <PlanView key={search.plan} id={search.plan} box={search.box} />
  return (
    <div className={css.whole}>
      <AskOrder label={t`Order to plan`} page="ReviewPacking" kinds />
      <div className={css.list}>
        <ListScreen spec={spec} rows={rows} />
      </div>
    </div>
  )
}
