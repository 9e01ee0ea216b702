import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AuditPaymentFile, AuditPaymentFileResp } from '@sync/gen/api'
import { download, upload } from '@sync/transfer'
import { useState } from 'react'
import { Part } from '@/kit/detail/DetailScreen'
import { TakeFile } from '@/kit/form/TakeFile'
import { DateTime, useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import { Screen } from '@/kit/layout/Screen'
import { saveFile } from '@/kit/list/csv'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import css from '../Audit.module.css'
import { Ignored, Mistakes } from '../upload/Mistakes'
import { keptThere } from '../words'

/** A file of payments or checks: what it says of each invoice, and the files that were recorded. */
export function PaymentScreen({ kind }: { kind: AuditPaymentFile['kind'] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { act } = useAct()
  const files = useCall('Audit/PaymentFiles', { Kind: kind })
  const [seen, setSeen] = useState<{ file: File; says: AuditPaymentFileResp }>()
  const [busy, setBusy] = useState(false)
  const send = async (file: File, step: 'preview' | 'record') => {
    setSeen({ file, says: await upload('Audit/UploadPayments', { Kind: kind, Step: step }, [file]) })
    if (step === 'record') files.remote.again()
  }
  const blank = async () => {
    const { blob, name } = await download('Audit/PaymentForm', { Kind: kind })
    saveFile(name, blob, blob.type)
  }
  const record = async (file: File) => {
    setBusy(true)
    await act(() => send(file, 'record'))
    setBusy(false)
  }
  const check = kind === 'check'
  const says = seen?.says
  const ready = says && !says.recorded && says.wrong === 0
  return (
    <Screen
      title={check ? t`Upload checks` : t`Upload payments`}
      below={
        check
          ? t`Excel or CSV, one row an invoice, at most 500. A check's total must be the sum of its invoices. An amount below zero is set off against what the carrier owes.`
          : t`Excel or CSV, one row an invoice, at most 500. Each amount must be what was released; one below zero is what the carrier paid back or had set off.`
      }
      actions={
        <>
          <TakeFile main label={t`Choose a file`} take={(file) => send(file, 'preview')} />
          <Button variant="default" onClick={() => void act(blank)}>
            <Trans>Download a blank file</Trans>
          </Button>
        </>
      }
    >
      {seen && says && (
        <Part title={says.recorded ? msg`Result` : msg`Preview`}>
          <div className={css.outcome}>
            <p role="status">
              {says.again && says.recorded ? (
                <Trans>
                  {seen.file.name} is already recorded: <DateTime at={says.recorded.at} />, {says.recorded.byName}. Nothing was changed.
                </Trans>
              ) : says.recorded ? (
                <Plural value={says.recorded.payments} one="# payment was recorded." other="# payments were recorded." />
              ) : says.wrong > 0 ? (
                <strong>
                  <Plural
                    value={says.wrong}
                    one="# row has a mistake. Nothing is recorded until all rows are right."
                    other="# rows have mistakes. Nothing is recorded until all rows are right."
                  />
                </strong>
              ) : (
                <Plural value={says.payments.length} one="# payment, no mistakes." other="# payments, no mistakes." />
              )}
            </p>
            <Ignored of={says.ignored} />
            <Mistakes of={says.errors} label={t`Rows with mistakes`} />
            {ready && (
              <div className={css.acts}>
                <Button disabled={busy} onClick={() => void record(seen.file)}>
                  <Trans>Record payments</Trans>
                </Button>
                <Button variant="default" disabled={busy} onClick={() => setSeen(undefined)}>
                  <Trans>Discard</Trans>
                </Button>
              </div>
            )}
            {says.payments.length > 0 && (
              <Table
                label={t`Payments of the file`}
                rows={says.payments}
                keyOf={(p) => p.row}
                columns={[
                  { head: t`Row`, number: true, cell: (p) => p.row },
                  {
                    head: t`Invoice`,
                    name: true,
                    cell: (p) =>
                      p.invoiceId ? <PageLink to={{ page: 'InvoiceLookup', search: { id: p.invoiceId } }}>{p.number}</PageLink> : p.number,
                  },
                  { head: t`Carrier`, cell: (p) => p.carrier },
                  { head: check ? t`Check` : t`Reference`, cell: (p) => p.reference },
                  { head: t`Date`, cell: (p) => (p.paidOn ? day(p.paidOn, locale) : '') },
                  { head: t`Paid`, number: true, cell: (p) => (p.amountMinor ? money(p.amountMinor, p.currency || 'USD', locale) : '') },
                  {
                    head: t`Released or owed`,
                    number: true,
                    cell: (p) => (p.invoiceId ? money(p.dueMinor, p.currency || 'USD', locale) : ''),
                  },
                ]}
              />
            )}
          </div>
        </Part>
      )}
      <Part title={msg`Recorded files`}>
        <Pending called={files} offline={keptThere}>
          {files.data?.length === 0 ? (
            <p className={css.quiet}>{check ? <Trans>No file of checks yet.</Trans> : <Trans>No file of payments yet.</Trans>}</p>
          ) : (
            <Table
              label={t`Recorded files`}
              rows={files.data ?? []}
              keyOf={(f) => f.id}
              columns={[
                { head: t`File`, name: true, cell: (f) => f.name },
                { head: t`Recorded`, cell: (f) => <DateTime at={f.at} /> },
                { head: t`By`, cell: (f) => f.byName },
                { head: t`Payments`, number: true, cell: (f) => f.payments },
              ]}
            />
          )}
        </Pending>
      </Part>
    </Screen>
  )
}
