import { local } from '@sync/client'
import type { DocumentAgent, DocumentPrint, DocumentPrinter } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import type { PaperKind } from './batch'
import { isLabel } from './words'

export interface Printing {
  printers: DocumentPrinter[]
  agents: DocumentAgent[]
  prints: DocumentPrint[]
}

/** A warehouse's printers, and what a shipment's papers came to. Read from the device, so it is there without a network. */
export function usePrinting(warehouse: string, shipmentId: string): Printing | undefined {
  return useLiveQuery(async () => {
    const db = local()
    const [printers, agents, prints] = await Promise.all([
      db.document_printer.where('warehouse').equals(warehouse).toArray(),
      db.document_agent.where('warehouse').equals(warehouse).toArray(),
      db.document_print.where('shipmentId').equals(shipmentId).toArray(),
    ])
    return {
      printers: printers.sort((a, b) => a.name.localeCompare(b.name)),
      agents,
      prints: prints.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? '')),
    }
  }, [warehouse, shipmentId])
}

/** Printers that can take a paper, the usual one first. */
export function printersFor(all: readonly DocumentPrinter[], kind: PaperKind): DocumentPrinter[] {
  const usual = (p: DocumentPrinter) => (p.papers[kind === 'file' ? 'bol' : kind] ?? 0) > 0
  return all.filter((p) => p.format !== 'zpl' || isLabel(kind)).sort((a, b) => Number(usual(b)) - Number(usual(a)))
}
