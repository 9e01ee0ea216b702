import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CarrierCompanyRow } from '@sync/gen/api'
import { useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCan } from '@/kit/remote/can'
import { theRemote } from '@/kit/remote/remote'
import { useCall } from '@/kit/remote/useCall'
import { TakeRows } from '@/kit/rowfile/TakeRows'
import { Button } from '@/kit/ui'
import { carrierFile } from './carrierFile'
import { companies, companyChange, companyForm } from './companies'

const turn = (c: CarrierCompanyRow) => theRemote().submit('Carriers/EnableDisableCarrier', { SCAC: c.SCAC, isDisabled: !c.IsDisabled })

/** What a change begins with: the row without what calls of their own say. */
const requestOf = ({ IsDisabled: _, FlagName: __, At: ___, By: ____, ...request }: CarrierCompanyRow) => request

/** The carriers. None is deleted, since old loads name it: one that hauls no more is switched off. */
export function CompanyList() {
  const got = useCall('Carriers/Companies', undefined)
  const may = useCan('manage-carriers')
  const spec = useMemo<ListSpec<CarrierCompanyRow>>(
    () => ({
      ...companies,
      actions: may
        ? [
            { label: msg`Change`, main: true, run: (c) => openForm(companyChange, requestOf(c)) },
            { label: msg`Disable`, hard: true, when: (c) => !c.IsDisabled, run: turn },
            { label: msg`Enable`, when: (c) => c.IsDisabled, run: turn },
          ]
        : [],
    }),
    [may],
  )
  return (
    <ListScreen spec={spec} rows={got.data} remote={got.remote}>
      {may && <TakeRows of={carrierFile} done={got.remote.again} />}
      {may && (
        <Button onClick={() => void openForm(companyForm, { RateModes: ['LTL'] })}>
          <Trans>Add</Trans>
        </Button>
      )}
    </ListScreen>
  )
}
