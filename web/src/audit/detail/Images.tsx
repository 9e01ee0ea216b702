import { Trans, useLingui } from '@lingui/react/macro'
import type { FreightPaper } from '@sync/gen/api'
import { download } from '@sync/transfer'
import { DateTime } from '@/kit/format/Formats'
import { saveFile } from '@/kit/list/csv'
import { useAct } from '@/kit/remote/useAct'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import css from '../Audit.module.css'

/** The documents of an invoice's shipment, each to download, and all in one file. */
export function Images({ invoiceId, papers }: { invoiceId: string; papers: readonly FreightPaper[] }) {
  const { t } = useLingui()
  const { act } = useAct()
  const keep = ({ blob, name }: { blob: Blob; name: string }) => saveFile(name, blob, blob.type)
  return (
    <>
      <Table
        label={t`Documents`}
        rows={papers}
        keyOf={(p) => p.id}
        columns={[
          {
            head: t`Name`,
            name: true,
            cell: (p) => (
              <Button
                variant="subtle"
                onClick={() => void act(async () => keep(await download('Invoice/DMDownload', { InvoiceId: invoiceId, DocumentId: p.id })))}
              >
                {p.name}
              </Button>
            ),
          },
          { head: t`Time`, cell: (p) => <DateTime at={new Date(p.at).toISOString()} /> },
        ]}
      />
      {papers.length > 1 && (
        <div className={css.acts}>
          <Button
            variant="default"
            onClick={() => void act(async () => keep(await download('Invoice/DownloadImages', { InvoiceId: invoiceId })))}
          >
            <Trans>Download all</Trans>
          </Button>
        </div>
      )}
    </>
  )
}
