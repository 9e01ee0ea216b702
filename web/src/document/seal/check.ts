import { anatomy, sha256 } from './anatomy'
import { type SignedBy, verifyCms } from './cms'

/** The certificates that the organisation seals with or has sealed with, and those of the timestamp servers that it took, by fingerprint. */
export interface Known {
  seals: ReadonlySet<string>
  stamps: ReadonlySet<string>
  /** When another took a certificate's place. */
  ended?: ReadonlyMap<string, Date>
  /** When a certificate's key was no longer safe. */
  revoked?: ReadonlyMap<string, Date>
}

/** For a paper that was on its way when its certificate was replaced. */
const endGrace = 10 * 60_000

/** What a check came to; sound where nothing was found. The codes are the server's. */
export interface PaperVerdict {
  findings: string[]
  sha256: string
  by?: SignedBy
  sealedAt?: Date
  stampedAt?: Date
}

const problems = {
  form: 'paper-signature-broken',
  signature: 'paper-signature-broken',
  content: 'paper-bytes-changed',
  stamp: 'paper-stamp-broken',
}

/** Tells what is wrong with a paper, by its bytes and the certificates that this device knows. No network is asked. */
export async function checkPaper(pdf: Uint8Array<ArrayBuffer>, known: Known, now: Date): Promise<PaperVerdict> {
  const { findings, seal } = anatomy(pdf)
  const whole = await sha256(pdf)
  if (!seal) return { findings, sha256: whole }
  const { problem, by } = await verifyCms(seal.der, await sha256(seal.covered))
  const verdict: PaperVerdict = { findings, sha256: whole, ...(by ? { by } : {}) }
  if (problem || !by) {
    findings.push(problems[problem ?? 'form'])
    return verdict
  }
  if (seal.madeAt) verdict.sealedAt = seal.madeAt
  if (!known.seals.has(by.fingerprint)) findings.push('paper-certificate-unknown')
  const proven = by.stamp && known.stamps.has(by.stamp.fingerprint) ? by.stamp.at : undefined
  if (proven) verdict.stampedAt = proven
  const at = proven ?? now
  if (at < by.from || at > by.until) findings.push('paper-certificate-expired')
  const revoked = known.revoked?.get(by.fingerprint)
  if (revoked && !(proven && proven < revoked)) findings.push('paper-certificate-revoked')
  const ended = known.ended?.get(by.fingerprint)
  const sealed = proven ?? verdict.sealedAt
  if (ended && sealed && sealed.getTime() > ended.getTime() + endGrace) findings.push('paper-sealed-after-end')
  return verdict
}
