import { Trans, useLingui } from '@lingui/react/macro'
import type { DocumentPrintable } from '@sync/gen/api'
import { type FormEvent, useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { Ago, Identifier } from '@/kit/format/Formats'
import { cutIds } from '@/kit/list/pasteIds'
import { PageLink } from '@/kit/page/PageLink'
import { useCan } from '@/kit/remote/can'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { Button, Group, Modal, Tabs, Textarea } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import type { PaperKind } from '../print/batch'
import { LabelView } from '../print/LabelView'
import { PrintDialog } from '../print/PrintDialog'
import { isLabel, paperWords } from '../print/words'
import { correctForm, correctTyped } from './correctForm'
import { filesForm } from './filesForm'
import { History } from './History'
import { QueueList } from './QueueList'
import css from './Reprint.module.css'
import type { ReprintSearch } from './search'

/** Papers of orders, to be printed again, and the queue of everything that is being printed. */
export function ReprintScreen({ search, onSearch }: { search: ReprintSearch; onSearch: (next: ReprintSearch) => void }) {
  const { t } = useLingui()
  return (
    <div className={css.screen}>
      <h1>
        <Trans>Print documents</Trans>
      </h1>
      <Tabs
        className={css.tabs}
        value={search.queue ? 'queue' : 'papers'}
        onChange={(tab) => onSearch({ ...search, queue: tab === 'queue' || undefined })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t`Print documents`}>
          <Tabs.Tab value="papers">
            <Trans>Documents of orders</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="queue">
            <Trans>Printer queue</Trans>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="papers" pt="md">
          <OfOrders orders={search.orders ?? []} onOrders={(orders) => onSearch({ orders })} />
        </Tabs.Panel>
        <Tabs.Panel value="queue" pt="md" className={css.whole}>
          <QueueList />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}

function OfOrders({ orders, onOrders }: { orders: string[]; onOrders: (orders: string[]) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(orders.join('\n'))
  const { data, remote, loading } = useCall(
    'Shipment/GetReprintDocumentDetails',
    { orderNumbers: orders, BackOrderCode: '00' },
    { enabled: orders.length > 0, staleMs: 0 },
  )
  const find = (e: FormEvent) => {
    e.preventDefault()
    const ids = cutIds(typed).slice(0, 100)
    if (ids.join() === orders.join()) remote.again()
    else onOrders(ids)
  }
  return (
    <div className={css.papers}>
      <form className={css.find} onSubmit={find}>
        <Textarea
          label={t`Order numbers`}
          description={t`Type, scan or paste up to a hundred. A shipment's or a bill's own number does too.`}
          rows={3}
          value={typed}
          onChange={(e) => setTyped(e.currentTarget.value)}
          onKeyDown={(e) => {
            if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) find(e)
          }}
        />
        <Button type="submit" loading={loading} disabled={cutIds(typed).length === 0}>
          <Trans>Find documents</Trans>
        </Button>
      </form>
      {remote.asOf && (
        <p role="status">
          <Trans>
            As it was <Ago at={remote.asOf} />; newer needs a connection.
          </Trans>
        </p>
      )}
      {remote.refused && <p role="alert">{typeof remote.refused === 'string' ? remote.refused : t`Something went wrong.`}</p>}
      {remote.offline && !data && (
        <p role="status">
          <Trans>No connection. Documents of a load on the dock can be printed from the load itself.</Trans>
        </p>
      )}
      {orders.length === 0 && (
        <p className={css.quiet}>
          <Trans>Documents of any order appear here, with earlier prints.</Trans>
        </p>
      )}
      {data?.map((p) => (
        <OfOrder key={p.order} of={p} onPrinted={remote.again} />
      ))}
    </div>
  )
}

function OfOrder({ of, onPrinted }: { of: DocumentPrintable; onPrinted: () => void }) {
  const { t } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const [print, setPrint] = useState<DocumentPrintable['papers'][number]>()
  const [label, setLabel] = useState<PaperKind>()
  const amends = useCan('amend-bill')
  const correct = async () => {
    if (await openForm(correctForm(of), correctTyped(of))) onPrinted()
  }
  const keep = async () => {
    if (await openForm(filesForm(of), { packing: true, pdf: false, zpl: false })) onPrinted()
  }
  if (of.missing)
    return (
      <section className={css.order} aria-label={of.order}>
        <h2>{of.order}</h2>
        <p className={css.quiet}>
          <Trans>This order is in no shipment that you can see.</Trans>
        </p>
      </section>
    )
  return (
    <section className={css.order} aria-label={of.order}>
      <header>
        <h2>{of.order}</h2>
        <span>
          <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: of.shipmentId } }}>
            <Trans>Shipment {of.number}</Trans>
          </PageLink>
        </span>
        {of.bol && (
          <span>
            <Trans>
              BOL <Identifier id={of.bol} />
            </Trans>
          </span>
        )}
        <span>{[of.consignee, of.carrier].filter(Boolean).join(' · ')}</span>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{t`Document`}</th>
            <th scope="col" className={css.number}>{t`Printed`}</th>
            <th scope="col">{t`Last`}</th>
            <th scope="col">
              <span className="sr-only">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {of.papers.map((p) => (
            <tr key={p.kind + (p.documentId ?? '')}>
              <td>
                {p.kind === 'file' ? p.name : words(paperWords[p.kind])}
                {(p.why || p.awaits) && <small>{refusal.ofCode(p.why || p.awaits || '', { number: of.number })}</small>}
              </td>
              <td className={css.number}>{p.printed || '–'}</td>
              <td>{p.printedAt ? <Ago at={p.printedAt} /> : '–'}</td>
              <td>
                {!p.why && (
                  <Group gap="xs" justify="flex-end">
                    {isLabel(p.kind) && (
                      <Button variant="subtle" size="xs" onClick={() => setLabel(p.kind)}>
                        <Trans>View</Trans>
                      </Button>
                    )}
                    <Button variant="default" size="xs" onClick={() => setPrint(p)}>
                      {p.printed > 0 ? <Trans>Reprint</Trans> : <Trans>Print</Trans>}
                    </Button>
                  </Group>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css.acts}>
        {amends && (
          <Button variant="default" size="xs" onClick={() => void correct()}>
            <Trans>Correct and reprint</Trans>
          </Button>
        )}
        <Button variant="default" size="xs" onClick={() => void keep()}>
          <Trans>Save as files</Trans>
        </Button>
      </div>
      <History prints={of.prints} />
      {print && (
        <PrintDialog
          shipment={{ id: of.shipmentId, warehouse: of.warehouse, bol: of.bol, labels: of.labels }}
          kind={print.kind}
          {...(print.kind === 'file' && print.documentId ? { file: { id: print.documentId, name: print.name } } : {})}
          onClose={() => {
            setPrint(undefined)
            onPrinted()
          }}
        />
      )}
      <Modal
        opened={label !== undefined}
        onClose={() => setLabel(undefined)}
        title={label && words(paperWords[label])}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {label && <LabelView of={{ shipment: of.shipmentId, file: label, ...(of.labels > 0 ? { count: of.labels } : {}) }} />}
      </Modal>
    </section>
  )
}
