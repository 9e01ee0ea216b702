import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { WarehouseHoliday, WarehousePublicHolidaysReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { Count, choiceOf, oneOf } from '@/kit/form/inputs'
import { useCan } from '@/kit/remote/can'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { Button } from '@/kit/ui'
import { useSiteChoices } from '../sites/useSiteChoices'
import { holidays } from './holidays'

const publicForm = defineForm<WarehousePublicHolidaysReq, WarehouseHoliday[]>('Warehouse/AddPublicHolidays', {
  title: msg`Public holidays`,
  intro: msg`A country's holidays and the days on which they are observed. Days that are entered already stay.`,
  fields: {
    WarehouseId: { label: msg`Warehouse`, input: choiceOf(useSiteChoices) },
    Country: { label: msg`Country`, input: oneOf<string>({ US: msg`United States`, CA: msg`Canada`, MX: msg`Mexico` }), row: 1 },
    Year: { label: msg`Year`, input: Count, row: 1 },
  },
  submit: msg`Enter holidays`,
  done: msg`Holidays entered.`,
  subject: (r) => `${r.WarehouseId} ${r.Country} ${r.Year}`,
})

/** Page 48: days on which warehouses are closed, entered one by one or as a country has them. */
export function HolidaysScreen() {
  const may = useCan('manage-warehouses')
  return (
    <ResourceScreen of={holidays}>
      {may && (
        <Button variant="default" onClick={() => void openForm(publicForm, { Country: 'US', Year: new Date().getFullYear() })}>
          <Trans>Public holidays…</Trans>
        </Button>
      )}
    </ResourceScreen>
  )
}
