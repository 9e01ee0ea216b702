import type { DocumentBatchReq } from '@sync/gen/api'
import type { DocumentPrint } from '@sync/gen/tables'

export type PaperKind = DocumentPrint['kind']

interface Asked {
  kind: PaperKind
  copies: number
  documentId?: string
}

/** The request for one paper. The server reads from it the very prints that printsOf gives (server/document/print.go, wanted). */
export const batchOf = ({ kind, copies, documentId }: Asked): Partial<DocumentBatchReq> => {
  switch (kind) {
    case 'bol':
      return { BolCount: copies, FileType: 'bol' }
    case 'packing-list':
      return { PackingCount: copies, FileType: 'packing-list' }
    case 'file':
      return { FileName: documentId, BolCount: copies, FileType: 'file' }
    default:
      return { LabelCount: copies, FileType: kind }
  }
}

/** What a request asks for, with the names that the prints will have everywhere. */
export function printsOf(req: DocumentBatchReq): (Required<Asked> & { id: string })[] {
  const one = (kind: PaperKind, copies: number, documentId = '') => ({ id: `${req.JobId}-${kind}`, kind, copies, documentId })
  if (req.FileName) return [one('file', Math.max(1, req.BolCount ?? 0, req.LabelCount ?? 0), req.FileName)]
  const out = []
  if (req.BolCount) out.push(one('bol', req.BolCount))
  if (req.LabelCount) out.push(one(req.FileType === 'parcel-label' ? 'parcel-label' : 'pallet-label', req.LabelCount))
  if (req.PackingCount) out.push(one('packing-list', req.PackingCount))
  return out
}
