import { type CallOptions, head, signed } from './call'
import { type Client, current } from './client'
import type { Ops } from './gen/api'
import type { OnlineOp } from './ops'
import { exchange, NoContact, refusal, request } from './wire'

/** Calls that answer with a file. */
type PaperOp = { [N in OnlineOp]: Ops[N]['resp'] extends Blob ? N : never }[OnlineOp]

// A file of fifty megabytes over a yard's link takes minutes, not the half minute of a call.
const patience = 10 * 60_000

/** Calls the server with files beside the request's fields. */
export function upload<N extends OnlineOp>(
  op: N,
  req: Ops[N]['req'],
  files: readonly File[],
  options: CallOptions = {},
  client: Client = current(),
): Promise<Ops[N]['resp']> {
  const body = new FormData()
  for (const [name, value] of Object.entries(req ?? {}))
    if (value !== undefined && value !== null)
      body.append(name, typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value))
  for (const file of files) body.append('FileData', file, file.name)
  return signed(client, (token) => exchange(client.env, `/api/${op}`, { ...head({ timeout: patience, ...options }), body, token }))
}

/** Fetches a paper that the server sets or keeps. */
export function download<N extends PaperOp>(
  op: N,
  req: Ops[N]['req'],
  options: CallOptions = {},
  client: Client = current(),
): Promise<{ blob: Blob; name: string }> {
  const { env } = client
  return signed(client, (token) =>
    request(env, `/api/${op}`, { ...head({ timeout: patience, ...options }), body: JSON.stringify(req ?? {}), token }, async (res) => {
      if (!res.ok) throw await refusal(env, res)
      // A captive portal answers 200 with its own page; our papers come with a name.
      const named = /filename\*=UTF-8''([^;]+)/i.exec(res.headers.get('Content-Disposition') ?? '')?.[1]
      if (!named) throw new NoContact('not-ours')
      return { blob: await res.blob(), name: decodeURIComponent(named) }
    }),
  )
}

/** Fetches a file by the hash of its bytes: a photo that an action named. Undefined where it has not arrived at the server yet. */
export function fetchFile(hash: string, client: Client = current()): Promise<Blob | undefined> {
  const { env } = client
  return signed(client, (token) =>
    request(env, `/api/blob/${hash}`, { method: 'GET', timeout: patience, token }, async (res) => {
      if (res.status === 404) return undefined
      if (!res.ok) throw await refusal(env, res)
      const blob = await res.blob()
      // The address names the content, so whatever else a network puts in its place is known for what it is.
      const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))
      if ([...sum].map((b) => b.toString(16).padStart(2, '0')).join('') !== hash) throw new NoContact('not-ours')
      return blob
    }),
  )
}
