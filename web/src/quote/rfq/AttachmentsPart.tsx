import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { QuoteAttachment, QuoteRFQStatus } from '@sync/gen/api'
import { fetchFile } from '@sync/transfer'
import { Part } from '@/kit/detail/DetailScreen'
import { DateTime, useLocale } from '@/kit/format/Formats'
import { bytes } from '@/kit/format/measure'
import { saveFile } from '@/kit/list/csv'
import { useCan } from '@/kit/remote/can'
import { Pending } from '@/kit/remote/Pending'
import { submit } from '@/kit/remote/submit'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import css from '../office/Quotes.module.css'

/** The files that carriers sent with their offers. */
export function AttachmentsPart({ of: { rfq: r } }: { of: QuoteRFQStatus }) {
  const { t } = useLingui()
  const locale = useLocale()
  const may = useCan('request-quotes')
  const { act } = useAct()
  const got = useCall('Carriers/GetRFQAttachments', { RFQId: r.id }, { staleMs: 0 })
  const open = (f: QuoteAttachment) =>
    act(async () => {
      const blob = await fetchFile(f.blob)
      if (blob) saveFile(f.name, blob, f.type)
    })
  return (
    <Part title={msg`Attachments`}>
      <Pending called={got} offline={msg`That is on the server, and there is no connection now.`}>
        {got.data?.length === 0 && (
          <p className={css.quiet}>
            <Trans>No carrier sent a file.</Trans>
          </p>
        )}
        {got.data && got.data.length > 0 && (
          <Table<QuoteAttachment>
            label={t`Attachments of ${r.number}`}
            rows={got.data}
            keyOf={(f) => f.id}
            columns={[
              { head: t`Carrier`, cell: (f) => f.carrierName },
              {
                head: t`File`,
                name: true,
                cell: (f) =>
                  f.blob ? (
                    <Button size="compact-sm" variant="subtle" onClick={() => void open(f)}>
                      {f.name}
                    </Button>
                  ) : (
                    f.name
                  ),
              },
              { head: t`Size`, number: true, cell: (f) => bytes(f.size, locale) },
              { head: t`Received`, cell: (f) => <DateTime at={f.at} /> },
              { head: t`Part of the offer`, cell: (f) => (f.answer ? t`Yes` : t`No`) },
              may &&
                r.state === 'open' && {
                  head: t`Actions`,
                  cell: (f) => (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t`Delete ${f.name} of ${f.carrierName}`}
                      onClick={() => void act(() => submit('Carriers/DeleteRFQAttachment', { RFQId: r.id, FileId: f.id }))}
                    >
                      <Trans>Delete</Trans>
                    </Button>
                  ),
                },
            ]}
          />
        )}
      </Pending>
    </Part>
  )
}
