import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AuditException, AuditInvoice } from '@sync/gen/api'
import { useLocale } from '@/kit/format/Formats'
import { count, measure, money } from '@/kit/format/measure'
import { useRefusal } from '@/kit/remote/refusal'

/** Said where invoices are read without a connection. */
export const keptThere = msg`Invoices are kept on the server, and there is no connection now.`

/** How the audit's codes and figures are read. */
export function useAuditWords() {
  const { t } = useLingui()
  const locale = useLocale()
  const refusal = useRefusal()
  const figure = (e: AuditException, n: number, text: string, currency: string) => {
    if (e.unit === 'money') return money(n, currency, locale)
    if (e.unit === 'lb') return measure({ milli: n, unit: 'lb' }, locale)
    if (e.unit === 'percent') return `${count(n / 1000, locale)} %`
    if (e.unit === 'days') return t`${count(n, locale)} days`
    return text
  }
  return {
    /** The rule in a few words. */
    rule: (code: AuditException['code']) => refusal.known(`audit-${code}`) ?? code,
    /** A charge by its name; one that the catalogue does not know by its code. */
    charge: (code: string) => refusal.known(`charge-${code}`) ?? refusal.known(`service-${code}`) ?? code,
    expected: (e: AuditException, i: AuditInvoice) => figure(e, e.expected, e.expectedText, i.currency),
    billed: (e: AuditException, i: AuditInvoice) => figure(e, e.billed, e.billedText, i.currency),
    difference: (e: AuditException, i: AuditInvoice) => (e.unit === 'words' ? '' : figure(e, e.difference, '', i.currency)),
    limit: (e: AuditException, i: AuditInvoice) => (e.limit > 0 ? figure(e, e.limit, '', i.currency) : ''),
  }
}
