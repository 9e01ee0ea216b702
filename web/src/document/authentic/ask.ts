import type { Ops } from '@sync/gen/api'

/** What a stranger is told of a paper. */
export type Told = Ops['Document/Authenticity']['resp']

export type Answer = { said: 'paper'; paper: Told } | { said: 'unknown' | 'no-contact' | 'too-often' }

/** Asks the records, with nothing but what the QR code says. */
export async function ask(org: string, paper: string): Promise<Answer> {
  const request: Ops['Document/Authenticity']['req'] = { Org: org, Paper: paper }
  try {
    const res = await fetch('/api/Document/Authenticity', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(20_000),
    })
    if (res.ok) return { said: 'paper', paper: (await res.json()) as Told } // typed by its declaration
    if (res.status === 429) return { said: 'too-often' }
    return { said: res.status < 500 ? 'unknown' : 'no-contact' }
  } catch {
    return { said: 'no-contact' }
  }
}
