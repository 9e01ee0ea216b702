import { i18n } from '@lingui/core'
import type { Ops } from '@sync/gen/api'
import { within } from '@/kit/later/within'

/** The server understood and said no, in the reader's own language. */
export class Refused extends Error {
  override readonly name = 'Refused'
  constructor(
    readonly status: number,
    readonly code: string,
    readonly said: string,
    readonly fields: { field: string; message: string; code?: string }[] = [],
  ) {
    super(code)
  }
}

/** Nobody of ours answered: no network, a time-out, or a network's own sign-in page. */
export class NoContact extends Error {
  override readonly name = 'NoContact'
}

interface Problem {
  code?: string
  detail?: string
  errors?: { field: string; message: string; code?: string }[]
}

/** Sends to the server as nobody: what lets a stranger in is in the body. */
export async function reach(path: string, body: string | FormData, timeout: number): Promise<Response> {
  let res: Response
  try {
    res = await fetch(`/api/${path}`, {
      method: 'POST',
      headers: { 'Accept-Language': i18n.locale, ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}) },
      body,
      signal: within(timeout),
    })
  } catch {
    throw new NoContact()
  }
  if (res.ok) return res
  const problem = (await res.json().catch(() => ({}))) as Problem // problem+json by the contract; a network's own page is nothing of it
  if (!problem.code) throw new NoContact()
  throw new Refused(res.status, problem.code, problem.detail ?? '', problem.errors)
}

/** Makes a public call. Refused where the server says no, NoContact where it cannot be reached. */
export async function ask<N extends keyof Ops & string>(op: N, req: Ops[N]['req'], timeout = 30_000): Promise<Ops[N]['resp']> {
  const res = await reach(op, JSON.stringify(req), timeout)
  if (res.status === 204) return undefined as Ops[N]['resp'] // a call that only does something answers with nothing
  try {
    return (await res.json()) as Ops[N]['resp'] // typed by its declaration
  } catch {
    throw new NoContact() // 200 with a page of somebody else's, or cut on the way
  }
}
