import { local } from '@sync/client'
import type { DocumentCertificate } from '@sync/gen/tables'
import { theRemote } from '@/kit/remote/remote'
import type { BundleVerdict } from '../evidence/bundle'
import type { PaperVerdict } from '../seal/check'
import { type StandingResp, standingOf } from './standing'

/** What a check of a file came to. */
export type Checked = { name: string; key: string } & (
  | { kind: 'paper'; verdict: PaperVerdict; standing: StandingResp; certificate?: DocumentCertificate | undefined }
  | { kind: 'bundle'; verdict: BundleVerdict }
  | { kind: 'too-large' | 'unreadable' | 'not-ready' }
)

/** Far beyond a bundle with all its photos; a tablet's memory is not for more. */
const largest = 300 << 20

/** The certificates that this device knows. On a device that was opened a moment ago they are still on their way. */
async function certificates() {
  for (let tries = 0; ; tries++) {
    const rows = await local().document_certificate.toArray()
    if (rows.length > 0 || tries === 50 || theRemote().status().contact === 'offline') return rows
    await new Promise((then) => setTimeout(then, 100))
  }
}

const bundles = () => import('../evidence/bundle')
const papers = () => import('../seal/check')

/** Fetches the parts that know certificates while a person still looks for the file: the first check would wait for them. */
export async function fetchCheckers(): Promise<void> {
  await Promise.all([bundles(), papers()]).catch(() => {}) // a check asks again, and says what is wrong
}

/** Checks a file on the device, against the certificates that were synced to it. */
export async function checkFile(file: File): Promise<Checked> {
  const what = { name: file.name, key: crypto.randomUUID() }
  if (file.size > largest) return { ...what, kind: 'too-large' }
  const rows = await certificates()
  // Without any, "not the organisation's" would be said of every paper.
  if (rows.length === 0) return { ...what, kind: 'not-ready' }
  const of = (kind: string) => new Set(rows.filter((c) => c.kind === kind).map((c) => c.id))
  const times = (at: 'endedAt' | 'revokedAt') => new Map(rows.flatMap((c): [string, Date][] => (c[at] ? [[c.id, new Date(c[at])]] : [])))
  const known = { seals: of('seal'), stamps: of('stamp'), ended: times('endedAt'), revoked: times('revokedAt') }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const { checkBundle } = await bundles()
    return {
      ...what,
      kind: 'bundle',
      verdict: await checkBundle(bytes, (f) => (known.revoked.has(f) ? 'revoked' : known.seals.has(f)), known.revoked),
    }
  }
  const { checkPaper } = await papers()
  const verdict = await checkPaper(bytes, known, new Date())
  return {
    ...what,
    kind: 'paper',
    verdict,
    certificate: rows.find((c) => c.id === verdict.by?.fingerprint),
    // Of a revoked certificate the records alone can still tell a paper of ours from a thief's.
    standing: verdict.findings.every((f) => f === 'paper-certificate-revoked') ? await standingOf(verdict.sha256) : { said: 'not-asked' },
  }
}
