import { Trans, useLingui } from '@lingui/react/macro'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { Tabs } from '@/kit/ui'
import { CompanyList } from './CompanyList'
import { carrierHolidays } from './carrierHolidays'
import { freightAccounts } from './freightAccounts'
import css from './Manage.module.css'
import { parcelAccounts } from './parcelAccounts'
import type { ManageSearch } from './search'

/** Carriers and the accounts at them. The parcel accounts stand first, as the documents have it. */
export function ManageScreen({ tab, onTab }: ManageSearch & { onTab: (tab: ManageSearch['tab']) => void }) {
  const { t } = useLingui()
  return (
    <div className={css.screen}>
      <Tabs value={tab ?? 'parcel'} onChange={(to) => onTab(to === 'freight' || to === 'carriers' || to === 'holidays' ? to : undefined)}>
        <Tabs.List aria-label={t`Carriers`}>
          <Tabs.Tab value="parcel">
            <Trans>Parcel accounts</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="freight">
            <Trans>Freight accounts</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="carriers">
            <Trans>Carriers</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="holidays">
            <Trans>Holidays</Trans>
          </Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <div className={css.list}>
        {tab === 'carriers' ? (
          <CompanyList />
        ) : tab === 'holidays' ? (
          <ResourceScreen of={carrierHolidays} />
        ) : tab === 'freight' ? (
          <ResourceScreen of={freightAccounts} />
        ) : (
          <ResourceScreen of={parcelAccounts} />
        )}
      </div>
    </div>
  )
}
