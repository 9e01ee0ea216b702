import type { Ops } from '@sync/gen/api'
import { download } from '@sync/transfer'
import { useCallback } from 'react'
import { saveFile } from '../list/csv'
import type { FileColumn } from '../list/defineList'
import { type Called, useCall } from '../remote/useCall'

/** The calls that are reports: each has one beside it that answers with a file. */
export type ReportOp = {
  [N in keyof Ops & string]: Ops[N] extends { kind: 'query'; resp: readonly unknown[] } ? (`${N}File` extends keyof Ops ? N : never) : never
}[keyof Ops & string]

export interface Reported<N extends ReportOp> extends Called<Ops[N]['resp']> {
  /** Fetches the report as a file, with these columns. It rejects with the refusal. */
  file: (columns: FileColumn[]) => Promise<void>
}

/** Asks for a report's rows, and for the same as a file. */
export function useReport<N extends ReportOp>(op: N, request: Ops[N]['req'], options: { enabled?: boolean } = {}): Reported<N> {
  const got = useCall(op, request, options)
  const asked = JSON.stringify(request)
  const file = useCallback(
    async (columns: FileColumn[]) => {
      const { blob, name } = await fetchFile(`${op}File`, { ...JSON.parse(asked), Columns: columns })
      saveFile(name, blob, blob.type)
    },
    [op, asked],
  )
  return { ...got, file }
}

// The report's own type says that there is such a call, and that it takes the same request.
const fetchFile = download as unknown as (op: string, request: object) => ReturnType<typeof download>
