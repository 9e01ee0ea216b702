import type { Document } from '@sync/gen/tables'

type Paper = Pick<Document, 'kind' | 'name' | 'at'>

/** The version of a bill by the name of its signed paper: BOL-…-v2-signed.pdf is the second; the first has no number. */
export const versionOf = (name: string): number => Number(/-v(\d+)(?:-void)?-signed\.pdf$/.exec(name)?.[1] ?? 1)

/** The signed bill that counts: of the latest version the one that was made last. The first version's picture may have come after the second was signed. */
export function standing<T extends Paper>(papers: readonly T[]): T | undefined {
  return papers
    .filter((p) => p.kind === 'signed-bol')
    .sort((a, b) => versionOf(b.name) - versionOf(a.name) || (b.at ?? '').localeCompare(a.at ?? ''))[0]
}
