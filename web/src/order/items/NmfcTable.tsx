import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { OrderInsertResp } from '@sync/gen/api'
import { upload } from '@sync/transfer'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { TakeFile } from '@/kit/form/TakeFile'
import { Ago } from '@/kit/format/Formats'
import { useCall } from '@/kit/remote/useCall'
import { Button } from '@/kit/ui'
import css from './Items.module.css'

const dropForm = defineForm('Order/DropNMFC', {
  title: msg`Remove the NMFC table`,
  intro: msg`Item numbers are then checked by their form alone.`,
  fields: {},
  submit: msg`Remove`,
})

/** The organisation's own table of NMFC items, which it has licensed and uploads. The product comes without one. */
export function NmfcTable({ told }: { told: (outcome: OrderInsertResp) => void }) {
  const { t } = useLingui()
  const table = useCall('Order/NMFCTable', undefined)
  const of = table.data
  const take = async (file: File) => {
    told(await upload('Order/UploadNMFC', undefined, [file]))
    table.remote.again()
  }
  return (
    <section className={css.table} aria-label={t`NMFC table`}>
      {of?.At ? (
        <p>
          <Trans>
            NMFC table {of.Name}: <Plural value={of.Items} one="# item" other="# items" />, uploaded by {of.By}
          </Trans>{' '}
          <Ago at={of.At} />
        </p>
      ) : (
        <p>
          <Trans>No NMFC table. Item numbers are checked by their form alone.</Trans>
        </p>
      )}
      <TakeFile label={t`Upload NMFC table`} take={take} />
      {of?.At && (
        <Button variant="subtle" size="compact-sm" onClick={() => void openForm(dropForm, {})}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </section>
  )
}
