import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Part } from '@/kit/detail/DetailScreen'
import { Day, useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { PageLink } from '@/kit/page/PageLink'
import { useCan } from '@/kit/remote/can'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Table } from '@/kit/table/Table'
import { useWords } from '@/kit/words/words'
import { ShipmentScreen, useShipment } from '@/shipment/public'
import css from '../Audit.module.css'
import { expectedOf } from '../expected'
import { kinds, states } from '../states'

/** A freight shipment as the audit sees it: all that is known of it, and what carriers billed for it. */
export function LoadScreen({ id }: { id: string }) {
  const { shipment } = useShipment(id)
  const sees = useCan('see-money')
  return (
    <div className={css.load}>
      <ShipmentScreen id={id} />
      {sees && shipment && <Invoices shipment={shipment.id} number={shipment.number} />}
    </div>
  )
}

function Invoices({ shipment, number }: { shipment: string; number: string }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const found = useCall('Audit/Lookup', { SearchText: number })
  const invoices = (found.data ?? []).filter((i) => i.shipmentId === shipment)
  return (
    <Part title={msg`Invoices`}>
      <Pending called={found} offline={msg`Invoices are kept on the server. There is no connection.`}>
        {invoices.length === 0 ? (
          <p className={css.quiet}>{t`No carrier has billed this shipment.`}</p>
        ) : (
          <Table
            label={t`Invoices`}
            rows={invoices}
            keyOf={(i) => i.id}
            columns={[
              {
                head: t`Invoice`,
                name: true,
                cell: (i) => <PageLink to={{ page: 'InvoiceLookup', search: { id: i.id } }}>{i.number}</PageLink>,
              },
              { head: t`Kind`, cell: (i) => words(kinds[i.kind]) },
              { head: t`Carrier`, cell: (i) => i.carrierName },
              { head: t`Invoice date`, cell: (i) => <Day text={i.invoicedOn} /> },
              { head: t`State`, cell: (i) => <StatusBadge {...states[i.state]} /> },
              { head: t`Expected`, number: true, cell: (i) => expectedOf(i, locale) },
              { head: t`Billed`, number: true, cell: (i) => money(i.totalMinor, i.currency, locale) },
              { head: t`Pay`, number: true, cell: (i) => money(i.payMinor, i.currency, locale) },
            ]}
          />
        )}
      </Pending>
    </Part>
  )
}
