import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditInvoiceResp } from '@sync/gen/api'
import { Columns, DetailScreen, Facts, Part } from '@/kit/detail/DetailScreen'
import { DateTime, Day, Identifier, useLocale } from '@/kit/format/Formats'
import { measure, money } from '@/kit/format/measure'
import { PageLink } from '@/kit/page/PageLink'
import { can, useCan } from '@/kit/remote/can'
import { submit } from '@/kit/remote/submit'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import css from '../Audit.module.css'
import { expectedOf } from '../expected'
import { move, nameLoad, recordRefund, setPayment } from '../forms'
import { actions, disputed, kinds, moves, pastActions, states } from '../states'
import { useAuditWords } from '../words'
import { Credits } from './Credits'
import { Exceptions } from './Exceptions'
import { Images } from './Images'
import { Refunds } from './Refunds'

const terms: Record<string, Words> = { P: msg`Prepaid`, C: msg`Collect`, T: msg`Third party` }
const matches: Record<string, Words> = {
  pro: msg`by PRO`,
  bol: msg`by BOL`,
  shipment: msg`by shipment number`,
  person: msg`by a person`,
}

/** One invoice: how it compares with its load, why, and what was done about it. */
export function InvoiceScreen({ id }: { id: string }) {
  const asked = useCall('Invoice/getInvoice', { InvoiceId: id })
  const i = asked.data?.Invoice
  return (
    <DetailScreen
      title={i ? <Trans>Invoice {i.number}</Trans> : <Trans>Invoice</Trans>}
      status={i && <StatusBadge {...states[i.state]} />}
      actions={asked.data && <Acts of={asked.data} />}
      of={asked.data}
      remote={asked.remote}
    >
      {asked.data && <Parts of={asked.data} />}
    </DetailScreen>
  )
}

function Acts({ of: { Invoice: i, OwedMinor, Paid } }: { of: AuditInvoiceResp }) {
  const words = useWords()
  const { act } = useAct()
  const audits = useCan('audit-invoices')
  const pays = useCan('pay-invoices')
  const open = audits && disputed(i)
  return (
    <div className={css.acts}>
      {pays && OwedMinor > 0 && (
        <Button onClick={() => void recordRefund(i, OwedMinor)}>
          <Trans>Record refund</Trans>
        </Button>
      )}
      {moves(i, can)
        .filter((t) => t.action !== 'withdraw' || !Paid)
        .map((t) => (
          <Button
            key={t.action}
            variant={t.action === 'approve' || t.action === 'release' ? 'filled' : 'default'}
            onClick={() => void act(() => move(i, t))}
          >
            {words(actions[t.action] ?? t.action)}
          </Button>
        ))}
      {open && (
        <>
          <Button variant="default" onClick={() => void setPayment(i)}>
            <Trans>Short pay</Trans>
          </Button>
          <Button variant="default" onClick={() => void nameLoad(i)}>
            <Trans>Match to a shipment</Trans>
          </Button>
          <Button
            variant="default"
            onClick={() => void act(() => submit('Invoice/ValidateShipment', { InvoiceId: i.id, Shipment: '', Rev: i.rev }))}
          >
            <Trans>Check again</Trans>
          </Button>
        </>
      )}
    </div>
  )
}

function Parts({ of }: { of: AuditInvoiceResp }) {
  const { t } = useLingui()
  const locale = useLocale()
  const words = useWords()
  const { charge } = useAuditWords()
  const { Invoice: i, Lines, Steps, Others, OwedMinor, Paid } = of
  const amount = (minor: number) => money(minor, i.currency, locale)
  return (
    <>
      <Columns>
        <Part title={msg`Details`}>
          <Facts
            facts={[
              { label: msg`Carrier`, value: `${i.carrierName} (${i.carrier})` },
              { label: msg`Kind`, value: words(kinds[i.kind]) },
              { label: msg`Invoice date`, value: <Day text={i.invoicedOn} /> },
              { label: msg`Received`, value: <DateTime at={i.receivedAt} /> },
              { label: msg`PRO`, value: i.pro && <Identifier id={i.pro} /> },
              { label: msg`BOL`, value: i.bol && <Identifier id={i.bol} /> },
              { label: msg`Bill to`, value: i.billTo },
              { label: msg`Freight terms`, value: i.terms && words(terms[i.terms] ?? i.terms) },
              { label: msg`Billed weight`, value: i.weight.milli > 0 && measure(i.weight, locale) },
              { label: msg`Billed class`, value: i.class },
            ].map((f) => (f.value === false ? { ...f, value: '' } : f))}
          />
        </Part>
        <Part title={msg`Shipment`}>
          {i.shipmentId ? (
            <p className={css.quiet}>
              <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: i.shipmentId } }}>{i.shipment}</PageLink>{' '}
              <Trans>
                in {i.warehouse}, matched {words(matches[i.matchedBy] ?? i.matchedBy)}
              </Trans>
            </p>
          ) : (
            <p className={css.quiet}>
              <Trans>No shipment was found for this invoice.</Trans>
            </p>
          )}
          <Facts
            facts={[
              { label: msg`Billed`, value: amount(i.totalMinor) },
              { label: msg`Credited`, value: i.creditMinor > 0 && amount(i.creditMinor) },
              { label: msg`Expected`, value: expectedOf(i, locale) },
              { label: msg`Tolerance`, value: i.toleranceMinor > 0 && amount(i.toleranceMinor) },
              { label: msg`Pay`, value: amount(i.payMinor), big: true },
              { label: msg`Short`, value: i.shortMinor > 0 && amount(i.shortMinor) },
              { label: msg`Paid`, value: Paid && amount(Paid.amountMinor) },
              { label: msg`Owed by the carrier`, value: OwedMinor > 0 && amount(OwedMinor) },
              { label: msg`Reason`, value: i.reason },
            ].map((f) => (f.value === false || f.value === null ? { ...f, value: '' } : f))}
          />
        </Part>
      </Columns>
      <Part title={msg`Exceptions`}>
        <Exceptions of={i} />
      </Part>
      <Part title={msg`Charges`}>
        <Table
          label={t`Charges`}
          rows={Lines}
          keyOf={(l) => l.charge}
          columns={[
            { head: t`Charge`, name: true, cell: (l) => charge(l.charge) },
            { head: t`Expected`, number: true, cell: (l) => amount(l.expectedMinor) },
            { head: t`Billed`, number: true, cell: (l) => amount(l.billedMinor) },
            {
              head: t`Difference`,
              number: true,
              cell: (l) => <span className={l.diffMinor > 0 ? css.over : undefined}>{amount(l.diffMinor)}</span>,
            },
          ]}
          sum={{ text: <Trans>Total</Trans>, value: amount(Lines.reduce((n, l) => n + l.diffMinor, 0)) }}
        />
      </Part>
      {of.Credits.length > 0 && (
        <Part title={msg`Credits`}>
          <Credits of={i} credits={of.Credits} />
        </Part>
      )}
      {of.Refunds.length > 0 && (
        <Part title={msg`Refunds and set-offs`}>
          <Refunds of={i} refunds={of.Refunds} />
        </Part>
      )}
      {Others.length > 0 && (
        <Part title={msg`Other bills for this PRO`}>
          <Table
            label={t`Other bills for this PRO`}
            rows={Others}
            keyOf={(o) => o.id}
            columns={[
              {
                head: t`Invoice`,
                name: true,
                cell: (o) => <PageLink to={{ page: 'InvoiceLookup', search: { id: o.id } }}>{o.number}</PageLink>,
              },
              { head: t`Kind`, cell: (o) => words(kinds[o.kind]) },
              { head: t`State`, cell: (o) => <StatusBadge {...states[o.state]} /> },
              { head: t`Billed`, number: true, cell: (o) => money(o.totalMinor, o.currency, locale) },
              { head: t`Pay`, number: true, cell: (o) => money(o.payMinor, o.currency, locale) },
            ]}
          />
        </Part>
      )}
      {of.Papers.length > 0 && (
        <Part title={msg`Documents`}>
          <Images invoiceId={i.id} papers={of.Papers} />
        </Part>
      )}
      <Part title={msg`History`}>
        <Table
          label={t`History`}
          rows={Steps}
          keyOf={(s) => s.n}
          columns={[
            { head: t`Time`, cell: (s) => <DateTime at={s.at} /> },
            { head: t`Action`, name: true, cell: (s) => words(pastActions[s.action] ?? s.action) },
            { head: t`State`, cell: (s) => <StatusBadge {...states[s.to]} /> },
            { head: t`By`, cell: (s) => s.byName },
            { head: t`Reason`, cell: (s) => s.reason },
            {
              head: t`Pay`,
              number: true,
              cell: (s) => (s.beforeMinor === s.afterMinor ? amount(s.afterMinor) : `${amount(s.beforeMinor)} → ${amount(s.afterMinor)}`),
            },
          ]}
        />
      </Part>
    </>
  )
}
