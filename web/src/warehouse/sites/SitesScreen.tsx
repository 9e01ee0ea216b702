import { Trans } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { WarehouseSite } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { ListScreen } from '@/kit/list/ListScreen'
import { useSession } from '@/kit/remote/user'
import { Button } from '@/kit/ui'
import { siteForm, typedOf } from './siteForm'
import { sitesList } from './sitesList'

const edit = (site: WarehouseSite) => void openForm(siteForm(site), typedOf(site))

/** The organisation's warehouses with their clocks and doors. Everybody with the page reads them, an administrator keeps them. */
export function SitesScreen() {
  const admin = useSession()?.admin ?? false
  const rows = useLiveQuery(() => local().warehouse_site.toArray(), [])
  const setup = useLiveQuery(() => local().org_setup.get('setup'))
  const spec = useMemo(() => sitesList(admin ? edit : undefined), [admin])
  return (
    <ListScreen spec={spec} rows={rows}>
      {admin && (
        <Button
          onClick={() => void openForm(siteForm(undefined), { doors: [], country: 'US', ...(setup?.zone ? { zone: setup.zone } : {}) })}
        >
          <Trans>New warehouse</Trans>
        </Button>
      )}
    </ListScreen>
  )
}
