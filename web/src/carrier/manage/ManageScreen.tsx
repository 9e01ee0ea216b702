import { Trans, useLingui } from '@lingui/react/macro'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { Tabs } from '@/kit/ui'
import { billTos } from './billTos'
import { CompanyList } from './CompanyList'
import { carrierHolidays } from './carrierHolidays'
import { DirectoryList } from './DirectoryList'
import { freightAccounts } from './freightAccounts'
import css from './Manage.module.css'
import { OdflAccount } from './OdflAccount'
import { PortalLinks } from './PortalLinks'
import { parcelAccounts } from './parcelAccounts'
import type { ManageSearch } from './search'
import { Visibility } from './Visibility'

/** Carriers and the accounts at them. The parcel accounts stand first, as the documents have it. */
export function ManageScreen({ tab, onTab }: ManageSearch & { onTab: (tab: ManageSearch['tab']) => void }) {
  const { t } = useLingui()
  return (
    <div className={css.screen}>
      <Tabs
        value={tab ?? 'parcel'}
        onChange={(to) => onTab(to === null || to === 'parcel' ? undefined : (to as ManageSearch['tab']) /* a tab of the list below */)}
      >
        <Tabs.List aria-label={t`Carriers`}>
          <Tabs.Tab value="parcel">
            <Trans>Parcel accounts</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="freight">
            <Trans>Freight accounts</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="visibility">
            <Trans>Visibility (project44)</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="bill-to">
            <Trans>Bill-to addresses</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="odfl">
            <Trans>ODFL account</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="carriers">
            <Trans>Carriers</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="directory">
            <Trans>Directory</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="holidays">
            <Trans>Holidays</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="portal">
            <Trans>Portal links</Trans>
          </Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <div className={css.list}>
        {tab === 'carriers' ? (
          <CompanyList />
        ) : tab === 'directory' ? (
          <DirectoryList />
        ) : tab === 'holidays' ? (
          <ResourceScreen of={carrierHolidays} />
        ) : tab === 'portal' ? (
          <PortalLinks />
        ) : tab === 'freight' ? (
          <ResourceScreen of={freightAccounts} />
        ) : tab === 'visibility' ? (
          <Visibility />
        ) : tab === 'bill-to' ? (
          <ResourceScreen of={billTos} />
        ) : tab === 'odfl' ? (
          <OdflAccount />
        ) : (
          <ResourceScreen of={parcelAccounts} />
        )}
      </div>
    </div>
  )
}
