import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { DocumentPrint } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { defineList } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { StatusBadge } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'
import { againForm } from '../print/againForm'
import { paperWords, printState } from '../print/words'

interface Queued extends DocumentPrint {
  shipment: string
  printerName: string
  said: string
}

const say = (w: Words) => (typeof w === 'string' ? w : i18n._(w))
const open = (p: Queued) => p.state === 'queued' || p.state === 'sent' || p.state === 'waiting'

/** Everything that was printed in the last days at the warehouses of this device, live. */
export function QueueList() {
  const refusal = useRefusal()
  const rows = useLiveQuery(async () => {
    const db = local()
    const [prints, printers, shipments] = await Promise.all([
      db.document_print.toArray(),
      db.document_printer.toArray(),
      db.shipment.toArray(),
    ])
    const names = new Map(printers.map((p) => [p.id, p.name]))
    const numbers = new Map(shipments.map((s) => [s.id, s.number]))
    return prints.map((p): Queued => {
      const printer = names.get(p.printer) ?? ''
      const said = p.answer ? refusal.ofCode(p.answer, { printer, ...p.params }) : ''
      return { ...p, shipment: numbers.get(p.shipmentId) ?? '', printerName: printer, said }
    })
  }, [refusal])
  const spec = useMemo(() => {
    const act = async (op: 'Printing/Retry' | 'Printing/Cancel', p: Queued) => {
      try {
        await submit(op, { PrintId: p.id })
      } catch (err) {
        refusal.tell(err)
      }
    }
    return defineList<Queued>({
      name: 'prints',
      title: msg`Printer queue`,
      entity: 'document_print',
      columns: [
        {
          key: 'kind',
          label: msg`Document`,
          code: (p) => (p.kind === 'file' && p.name ? `file ${p.name}` : p.kind),
          value: (p) => (p.kind === 'file' ? p.name || say(paperWords.file) : say(paperWords[p.kind])),
          width: 170,
        },
        {
          key: 'state',
          label: msg`State`,
          phone: true,
          width: 220,
          value: (p) => say(printState(p).label),
          cell: (p) => <StatusBadge {...printState(p)} />,
        },
        {
          key: 'shipment',
          label: msg`Shipment`,
          as: 'identifier',
          width: 120,
          link: (p) => ({ page: 'ShipmentDetails', params: { shipmentid: p.shipmentId } }),
        },
        { key: 'copies', label: msg`Copies`, as: 'number', width: 80 },
        { key: 'printerName', label: msg`Printer`, phone: true, width: 150 },
        { key: 'said', label: msg`What the printer said`, width: 320 },
        { key: 'at', label: msg`Asked`, as: 'ago', width: 130 },
        { key: 'byName', label: msg`By`, width: 140 },
        { key: 'reason', label: msg`Reason`, width: 160 },
        { key: 'attempt', label: msg`Attempt`, as: 'number', hidden: true },
        { key: 'endedAt', label: msg`Over`, as: 'dateTime', hidden: true },
        { key: 'id', label: msg`Print number`, as: 'identifier', hidden: true },
        { key: 'warehouse', label: msg`Warehouse`, hidden: true },
      ],
      filters: ['state', 'printerName', 'kind', 'warehouse'],
      sort: [{ id: 'at', desc: true }],
      hue: (p) => (p.state === 'failed' ? 'stopped' : p.state === 'waiting' ? 'attention' : undefined),
      actions: [
        {
          label: msg`Try again`,
          main: true,
          when: (p) => p.state === 'failed' || p.state === 'cancelled',
          run: (p) => act('Printing/Retry', p),
        },
        { label: msg`Cancel`, when: (p) => open(p) && !p.stop, run: (p) => act('Printing/Cancel', p) },
        { label: msg`Reprint`, when: (p) => p.state === 'printed', run: (p) => openForm(againForm, { PrintId: p.id, Copies: p.copies }) },
      ],
      empty: msg`No prints in the last days.`,
    })
  }, [refusal])
  return <ListScreen spec={spec} rows={rows} />
}
