import { effect } from '@sync/effect'
import { printsOf } from './print/batch'

/** A print stands in the queue the moment it is asked for, with or without a network. */
export const documentEffects = [
  effect('DockView/PrintQueueBatch', ['document_print', 'document_printer'], async (tables, args, made) => {
    const printer = args.PrinterId ? await tables.document_printer.get(args.PrinterId) : undefined
    if (!printer || !args.JobId) return // the server chooses, and says which
    for (const { id, kind, copies, documentId } of printsOf(args)) {
      if (await tables.document_print.get(id)) continue
      await tables.document_print.put({
        id,
        shipmentId: args.ShipmentId,
        warehouse: printer.warehouse,
        kind,
        documentId,
        name: '',
        copies,
        language: args.Language ?? 'en',
        printer: printer.id,
        state: 'queued',
        attempt: 1,
        answer: '',
        params: {},
        digest: '',
        stop: false,
        at: made.at,
        by: made.user,
        byName: '',
        reason: args.Reason ?? '',
        againOf: '',
        sentAt: null,
        endedAt: null,
        version: 0,
        scopes: [],
      })
    }
  }),
]
