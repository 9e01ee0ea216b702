import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditCredit, AuditInvoice } from '@sync/gen/api'
import { Day, useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { useCan } from '@/kit/remote/can'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import { takeBack } from '../forms'

/** The carrier's credit notes for one invoice, also those that were taken back. */
export function Credits({ of: i, credits }: { of: AuditInvoice; credits: AuditCredit[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const audits = useCan('audit-invoices')
  return (
    <Table
      label={t`Credits`}
      rows={credits}
      keyOf={(c) => c.id}
      columns={[
        { head: t`Credit note`, name: true, cell: (c) => c.number },
        { head: t`Date`, cell: (c) => <Day text={c.creditedOn} /> },
        { head: t`By`, cell: (c) => c.byName },
        { head: t`Credited`, number: true, cell: (c) => money(c.takenBack ? 0 : c.amountMinor, c.currency, locale) },
        {
          head: t`Action`,
          cell: (c) =>
            c.takenBack ? (
              <Trans>
                Taken back ({money(c.amountMinor, c.currency, locale)}): {c.takenBack}
              </Trans>
            ) : (
              audits && (
                <Button variant="default" onClick={() => void takeBack(i, c)}>
                  <Trans>Take back credit</Trans>
                </Button>
              )
            ),
        },
      ]}
    />
  )
}
