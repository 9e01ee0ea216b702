import { current, local } from '@sync/client'
import type { DocumentPrinter } from '@sync/gen/tables'
import { send } from '@sync/send'
import { theRemote } from '@/kit/remote/remote'
import { type Paper, throughAgent } from './agent'
import { batchOf, type PaperKind } from './batch'

export interface PrintOrder {
  shipmentId: string
  kind: PaperKind
  documentId?: string
  printer: DocumentPrinter
  copies: number
  language: string
  reason: string
  /** What the paper is made of, where this device can tell: with it a tablet prints without a network. */
  paper?: () => Promise<Paper | undefined>
}

/**
 * Prints through the queue. Without a network the print waits in the outbox like any other work, and goes to the print computer of this network as well,
 * under the name that the server will know it by: whichever is later finds it printed.
 */
export async function printPaper(order: PrintOrder): Promise<string> {
  const { shipmentId, kind, documentId, printer, copies, language, reason } = order
  const job = current().work?.outbox.newId()
  if (!job) throw new Error('nobody is signed in')
  await send('DockView/PrintQueueBatch', {
    JobId: job,
    ShipmentId: shipmentId,
    PrinterId: printer.id,
    Language: language,
    Reason: reason,
    ...batchOf({ kind, copies, documentId }),
  })
  const id = `${job}-${kind}`
  if (theRemote().status().contact !== 'online' && order.paper) {
    const agent = await local().document_agent.get(printer.agent)
    const paper = await order.paper()
    if (agent && paper) await throughAgent(agent, { printId: id, attempt: 1, printer: printer.id, language, copies, paper })
  }
  return id
}
