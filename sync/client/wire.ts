import type { Env } from './env'

export interface FieldError {
  field: string
  code?: string
  message: string
  params?: Record<string, unknown>
}

/** The server understood and said no. */
export class CallError extends Error {
  override readonly name = 'CallError'
  constructor(
    readonly status: number,
    readonly code: string,
    readonly params: Record<string, unknown> = {},
    readonly errors: FieldError[] = [],
    /** Milliseconds that the server asks us to stay away. */
    readonly retryAfter = 0,
    readonly detail = '',
    /** The code of the message that heads it, where one is prescribed for the call. */
    readonly head = '',
  ) {
    super(`${status} ${code}`)
  }
}

/** Whether a failure is the server's word on a command: it was refused. Anything else leaves open whether it, or an attempt before it, was done. */
export const isAnswer = (err: unknown) => err instanceof CallError && err.status < 500 && ![401, 408, 429].includes(err.status)

/** Nobody of ours answered: no network, a time-out, or a captive portal's page. Nothing is known about what the server did. */
export class NoContact extends Error {
  override readonly name = 'NoContact'
  constructor(
    readonly reason: 'network' | 'timeout' | 'not-ours',
    options?: ErrorOptions,
  ) {
    super(`no contact: ${reason}`, options)
  }
}

export interface Request {
  method?: string
  body?: string | Uint8Array<ArrayBuffer> | FormData
  token?: string | null
  headers?: Record<string, string>
  signal?: AbortSignal
  timeout?: number
}

const packFrom = 1024
const jsonType = /^application\/(?:[\w.+-]*\+)?json\b/i

function retryAfter(res: Response, now: number): number {
  const value = res.headers.get('Retry-After')
  if (!value) return 0
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now
  return Math.max(0, ms || 0)
}

/** One request with a deadline. The body is read inside it, since a link can die between the head and the body. */
export async function request<T>(env: Env, path: string, req: Request, read: (res: Response) => Promise<T>): Promise<T> {
  const abort = new AbortController()
  let timedOut = false
  const timer = env.clock.setTimeout(() => {
    timedOut = true
    abort.abort()
  }, req.timeout ?? 30_000)
  const stop = () => abort.abort()
  if (req.signal?.aborted) stop()
  req.signal?.addEventListener('abort', stop)
  // The race matters where a transport ignores the signal: a half-open socket must not hold us for ever.
  const aborted = new Promise<never>((_, reject) => {
    const fail = () => reject(new NoContact(timedOut ? 'timeout' : 'network'))
    if (abort.signal.aborted) fail()
    abort.signal.addEventListener('abort', fail)
  })
  aborted.catch(() => {}) // it may come while the body is packed, when nobody waits for it yet
  try {
    const headers: Record<string, string> = { Accept: 'application/json', ...req.headers }
    let body: BodyInit | null = req.body ?? null
    if (typeof body === 'string') {
      headers['Content-Type'] ??= 'application/json'
      // A yard's uplink is the narrow one, and what waits to be sent says much the same in every line.
      if (body.length > packFrom && env.pack) {
        body = await env.pack(body)
        headers['Content-Encoding'] = 'gzip'
      }
    }
    if (req.token) headers.Authorization = `Bearer ${req.token}`
    const sent = env.fetch(path, {
      method: req.method ?? 'POST',
      headers,
      body,
      signal: abort.signal,
      redirect: 'manual', // we send nobody anywhere else: whoever does is not ours
      cache: 'no-store',
    })
    const ours = (res: Response) => {
      if (res.type === 'opaqueredirect' || (res.status >= 300 && res.status < 400) || res.status === 511) throw new NoContact('not-ours')
      return read(res)
    }
    return await Promise.race([sent.then(ours), aborted])
  } catch (err) {
    if (err instanceof CallError || err instanceof NoContact) throw err
    throw new NoContact(timedOut ? 'timeout' : 'network', { cause: err })
  } finally {
    env.clock.clearTimeout(timer)
    req.signal?.removeEventListener('abort', stop)
  }
}

interface Problem {
  code?: string
  params?: Record<string, unknown>
  errors?: FieldError[]
  detail?: string
  head?: string
  [extension: string]: unknown
}

/**
 * Turns an answer that is not 2xx into the refusal it is. A page of HTML is nobody's, but for the one that a proxy before the server gives to what is too
 * large for it: sent again, it would be refused for ever.
 */
export async function refusal(env: Env, res: Response): Promise<CallError> {
  if (res.status === 413 && !jsonType.test(res.headers.get('Content-Type') ?? '')) return new CallError(413, 'body-too-large')
  if (!jsonType.test(res.headers.get('Content-Type') ?? '')) throw new NoContact('not-ours')
  const problem = (await res.json()) as Problem // problem+json by the contract; every member is optional here
  const { code, params, errors, detail, head, type: _type, title: _title, status: _status, ...rest } = problem
  return new CallError(
    res.status,
    code ?? 'failed',
    { ...rest, ...params },
    errors ?? [],
    retryAfter(res, env.clock.now()),
    detail ?? '',
    head ?? '',
  )
}

/** Posts JSON and reads JSON. */
export async function exchange<T>(env: Env, path: string, req: Request): Promise<T> {
  try {
    return await exchangeOnce(env, path, req)
  } catch (err) {
    // A server from before it took packed bodies, set back after an upgrade. It has read nothing yet.
    if (!(err instanceof CallError) || err.code !== 'encoding-not-taken' || !env.pack) throw err
    env.pack = undefined
    return exchangeOnce(env, path, req)
  }
}

function exchangeOnce<T>(env: Env, path: string, req: Request): Promise<T> {
  return request(env, path, req, async (res) => {
    if (!res.ok) throw await refusal(env, res)
    if (res.status === 204) return undefined as T // callers of such paths take no answer
    // A captive portal answers 200 with its own page: believing it would lose work.
    if (!jsonType.test(res.headers.get('Content-Type') ?? '')) throw new NoContact('not-ours')
    return (await res.json()) as T
  })
}
