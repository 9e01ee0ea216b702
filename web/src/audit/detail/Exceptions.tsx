import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditInvoice } from '@sync/gen/api'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { useCan } from '@/kit/remote/can'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import css from '../Audit.module.css'
import { waive } from '../forms'
import { disputed } from '../states'
import { useAuditWords } from '../words'

/** Why an invoice is not paid as billed, in figures: expected, billed, by how much it is over and what the rule lets pass. */
export function Exceptions({ of: i }: { of: AuditInvoice }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { rule, charge, expected, billed, difference, limit } = useAuditWords()
  const audits = useCan('audit-invoices')
  if (i.exceptions.length === 0)
    return (
      <p className={css.quiet}>
        <Trans>None. The invoice agrees with the load.</Trans>
      </p>
    )
  return (
    <Table
      label={t`Exceptions`}
      rows={i.exceptions}
      keyOf={(e) => `${e.code} ${e.charge}`}
      mark={(e) => (e.waived ? 'none' : undefined)}
      columns={[
        {
          head: t`Rule`,
          name: true,
          cell: (e) => (e.charge && e.charge !== 'fuel' ? `${rule(e.code)} ${charge(e.charge)}` : rule(e.code)),
        },
        { head: t`Expected`, number: true, cell: (e) => expected(e, i) },
        { head: t`Billed`, number: true, cell: (e) => billed(e, i) },
        { head: t`Difference`, number: true, cell: (e) => difference(e, i) },
        { head: t`Limit`, number: true, cell: (e) => limit(e, i) },
        { head: t`Not paid`, number: true, cell: (e) => (e.stops ? t`all of it` : money(e.cutMinor, i.currency, locale)) },
        {
          head: t`Decision`,
          cell: (e) =>
            e.waived ? (
              <Trans>
                Waived by {e.waivedBy}: {e.waived}
              </Trans>
            ) : (
              audits &&
              disputed(i) &&
              e.code !== 'shipment-not-found' && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t`Waive: ${rule(e.code)}`}
                  onClick={() => void waive(i, e, rule(e.code))}
                >
                  <Trans>Waive</Trans>
                </Button>
              )
            ),
        },
      ]}
    />
  )
}
