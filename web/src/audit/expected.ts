import type { AuditInvoice } from '@sync/gen/api'
import { money } from '@/kit/format/measure'

/** What the load of an invoice should cost, in the currency that it was priced in; empty where it has no price. */
export const expectedOf = ({ expected: x }: Pick<AuditInvoice, 'expected'>, locale: string): string =>
  x?.priced
    ? money(
        x.charges.reduce((sum, c) => sum + c.amountMinor, 0),
        x.currency,
        locale,
      )
    : ''
