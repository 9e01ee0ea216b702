import { Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { useCrumb } from '@/kit/layout/crumb'
import { Screen } from '@/kit/layout/Screen'
import { allowed, pageNamed } from '@/kit/page/pages'
import { useCan } from '@/kit/remote/can'
import { useSession } from '@/kit/remote/user'
import { Backup } from './Backup'
import { FirstSteps } from './FirstSteps'
import { Samples } from './Samples'
import css from './Today.module.css'

/** The day at a glance: what waits, and for who runs the organization the first steps and the backup. */
export function TodayScreen() {
  const { t } = useLingui()
  const locale = useLocale()
  const session = useSession()
  const runs = useCan('manage-organisation')
  useCrumb(t`Today`)
  const figures = useLiveQuery(async () => {
    const db = local()
    return { orders: await db.order_open.count(), dock: await db.dock_shipment.count() }
  })
  if (!session) return null
  const shows = (name: 'OpenOrders' | 'eSignBOL') => {
    const page = pageNamed(name)
    return page !== undefined && allowed(page, session.pages)
  }
  return (
    <Screen title={t`Today`}>
      {runs && <FirstSteps />}
      {runs && session.admin && <Samples />}
      <div className={css.figures}>
        {shows('OpenOrders') && (
          <Link to="/OpenOrders" className={css.figure}>
            <strong>{figures ? count(figures.orders, locale) : '…'}</strong>
            <Trans>Open orders</Trans>
          </Link>
        )}
        {shows('eSignBOL') && (
          <Link to="/eSignBOL" className={css.figure}>
            <strong>{figures ? count(figures.dock, locale) : '…'}</strong>
            <Trans>Loads on the dock</Trans>
          </Link>
        )}
      </div>
      {runs && <Backup />}
    </Screen>
  )
}
