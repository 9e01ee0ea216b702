import type { Ops } from '@sync/gen/api'
import { ask, Refused } from '@/kit/guest/ask'

/** What a stranger is told of a paper. */
export type Told = Ops['Document/Authenticity']['resp']

export type Answer = { said: 'paper'; paper: Told } | { said: 'unknown' | 'no-contact' | 'too-often' }

/** Asks the records, with nothing but what the QR code says. */
export async function askPaper(org: string, paper: string): Promise<Answer> {
  try {
    return { said: 'paper', paper: await ask('Document/Authenticity', { Org: org, Paper: paper }, 20_000) }
  } catch (err) {
    if (!(err instanceof Refused) || err.status >= 500) return { said: 'no-contact' }
    return { said: err.status === 429 ? 'too-often' : 'unknown' }
  }
}
