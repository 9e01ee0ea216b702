import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AuditUploadResp } from '@sync/gen/api'
import { download, upload } from '@sync/transfer'
import { useState } from 'react'
import { Part } from '@/kit/detail/DetailScreen'
import { TakeFile } from '@/kit/form/TakeFile'
import { DateTime } from '@/kit/format/Formats'
import { Screen } from '@/kit/layout/Screen'
import { saveFile } from '@/kit/list/csv'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import css from '../Audit.module.css'
import { keptThere } from '../words'
import { Ignored, Mistakes } from './Mistakes'

/** A carrier's file of invoices: what came of it, row by row, and the files before it. */
export function UploadScreen() {
  const { t } = useLingui()
  const { act } = useAct()
  const sent = useCall('Audit/Uploads', undefined)
  const [outcome, setOutcome] = useState<AuditUploadResp>()
  const blank = async () => {
    const { blob, name } = await download('Audit/InvoiceForm', undefined)
    saveFile(name, blob, blob.type)
  }
  const take = async (file: File) => {
    setOutcome(await upload('Audit/UploadInvoices', undefined, [file]))
    sent.remote.again()
  }
  return (
    <Screen
      title={t`Invoice upload`}
      below={t`Excel or CSV, one row an invoice. Each is matched to its load by PRO, BOL or shipment number and checked at once; an accessorial's code is the heading of its column.`}
      actions={
        <>
          <TakeFile main label={t`Upload invoices`} take={take} />
          <Button variant="default" onClick={() => void act(blank)}>
            <Trans>Download a blank file</Trans>
          </Button>
          <PageLink to={{ page: 'ManageExceptions' }}>
            <Trans>Manage exceptions</Trans>
          </PageLink>
        </>
      }
    >
      {outcome && (
        <Part title={msg`Result`}>
          <div className={css.outcome}>
            <p role="status">
              <Plural value={outcome.taken} one="# invoice was entered" other="# invoices were entered" />,{' '}
              <Plural value={outcome.passed} one="# passed the audit" other="# passed the audit" />.{' '}
              {outcome.wrong > 0 && (
                <strong>
                  <Plural value={outcome.wrong} one="# row was left out." other="# rows were left out." />
                </strong>
              )}
            </p>
            <Ignored of={outcome.ignored} />
            <Mistakes of={outcome.errors} label={t`Rows left out`} />
          </div>
        </Part>
      )}
      <Part title={msg`Earlier uploads`}>
        <Pending called={sent} offline={keptThere}>
          {sent.data?.length === 0 ? (
            <p className={css.quiet}>
              <Trans>No file of invoices yet.</Trans>
            </p>
          ) : (
            <Table
              label={t`Earlier uploads`}
              rows={sent.data ?? []}
              keyOf={(s) => s.id}
              columns={[
                { head: t`File`, name: true, cell: (s) => s.name },
                { head: t`Uploaded`, cell: (s) => <DateTime at={s.at} /> },
                { head: t`By`, cell: (s) => s.byName },
                { head: t`Entered`, number: true, cell: (s) => s.taken },
                { head: t`Passed`, number: true, cell: (s) => s.passed },
                { head: t`Left out`, number: true, cell: (s) => s.wrong },
              ]}
              below={(s) => s.errors.length > 0 && s.id !== outcome?.id && <Mistakes of={s.errors} label={t`Rows left out`} />}
            />
          )}
        </Pending>
      </Part>
    </Screen>
  )
}
