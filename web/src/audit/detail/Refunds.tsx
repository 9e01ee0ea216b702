import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditInvoice, AuditRefund } from '@sync/gen/api'
import { Day, useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { useCan } from '@/kit/remote/can'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { takeBackRefund } from '../forms'
import { ways } from '../states'

/** What the carrier settled of one invoice that was paid beyond what is due, also what was taken back. */
export function Refunds({ of: i, refunds }: { of: AuditInvoice; refunds: AuditRefund[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const words = useWords()
  const pays = useCan('pay-invoices')
  return (
    <Table
      label={t`Refunds and set-offs`}
      rows={refunds}
      keyOf={(r) => r.id}
      columns={[
        { head: t`Reference`, name: true, cell: (r) => r.reference },
        { head: t`Settled by`, cell: (r) => words(ways[r.way]) },
        { head: t`Date`, cell: (r) => <Day text={r.on} /> },
        { head: t`Reason`, cell: (r) => r.reason },
        { head: t`By`, cell: (r) => r.byName },
        { head: t`Amount`, number: true, cell: (r) => money(r.takenBack ? 0 : r.amountMinor, r.currency, locale) },
        {
          head: t`Action`,
          cell: (r) =>
            r.takenBack ? (
              <Trans>
                Taken back ({money(r.amountMinor, r.currency, locale)}): {r.takenBack}
              </Trans>
            ) : (
              pays && (
                <Button variant="default" onClick={() => void takeBackRefund(i, r)}>
                  <Trans>Take back refund</Trans>
                </Button>
              )
            ),
        },
      ]}
    />
  )
}
