import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditRowFail } from '@sync/gen/api'
import { useRefusal } from '@/kit/remote/refusal'
import { Table } from '@/kit/table/Table'
import css from '../Audit.module.css'

/** Headings of a file that stand for nothing. */
export function Ignored({ of }: { of: string[] }) {
  return of.length > 0 ? (
    <p className={css.quiet}>
      <Trans>Columns that were not read: {of.join(', ')}</Trans>
    </p>
  ) : null
}

/** What is wrong with a file, by row and column as a spreadsheet counts them. */
export function Mistakes({ of, label }: { of: AuditRowFail[]; label: string }) {
  const { t } = useLingui()
  const refusal = useRefusal()
  return of.length === 0 ? null : (
    <Table
      label={label}
      rows={of}
      keyOf={(e, n) => `${e.row} ${e.field} ${n}`}
      columns={[
        { head: t`Row`, number: true, cell: (e) => e.row },
        { head: t`Column`, name: true, cell: (e) => e.field },
        { head: t`Mistake`, cell: (e) => refusal.ofCode(e.code, e.params ?? {}) },
      ]}
    />
  )
}
