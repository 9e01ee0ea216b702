import type { Env } from './env'
import { backoff } from './env'
import { isQuota } from './idb'
import type { Again, Run } from './lane'
import type { Outbox } from './outbox'
import type { BlobEntry } from './outboxDb'
import { CallError, NoContact, refusal, request } from './wire'

export const pieceBytes = 256 * 1024
const giveUpAfter = 8
const longestWait = 60_000
const smallFile = 256 * 1024

export interface FilesOptions {
  env: Env
  outbox: Outbox
  /** By which a user's file may go up. Null where it has to wait: nobody's session sends what is another user's. */
  token: (user: string) => Promise<string | null>
  note?: (what: string, detail?: Record<string, unknown>) => void
}

function hex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, '0')).join('')
}

/** Stores a photo, signature or paper on the device and gives the hash that a mutation names. It is kept until the server confirms that it has it. */
export async function keepFile(env: Env, outbox: Outbox, file: Blob | Uint8Array<ArrayBuffer>, user: string, type = ''): Promise<string> {
  const data = file instanceof Uint8Array ? file : new Uint8Array(await file.arrayBuffer())
  const hash = hex(await env.subtle.digest('SHA-256', data))
  const entry: BlobEntry = {
    hash,
    type: type || (file instanceof Uint8Array ? '' : file.type) || 'application/octet-stream',
    size: data.length,
    user,
    addedAt: env.clock.now(),
    offset: 0,
    attempts: 0,
    nextAttemptAt: 0,
    state: 'waiting',
    code: '',
  }
  const put = () =>
    outbox.db.transaction('rw', outbox.db.blobs, outbox.db.blobData, async () => {
      if (await outbox.db.blobs.get(hash)) return // the same picture twice
      await outbox.db.blobs.put(entry)
      // Bytes, not a Blob: Safari has lost Blobs that it kept as files beside its database.
      await outbox.db.blobData.put({ hash, data })
    })
  try {
    await put()
  } catch (err) {
    if (!isQuota(err)) throw err
    // A signature is worth the room held back for actions, and small beside it; a photo would use it up.
    await outbox.runFull(entry.size <= smallFile)
    if (entry.size > smallFile) throw err
    await put()
  }
  return hash
}

/** A file that is still here, for showing it before it has been sent. */
export async function heldFile(outbox: Outbox, hash: string): Promise<Blob | undefined> {
  const [entry, held] = await Promise.all([outbox.db.blobs.get(hash), outbox.db.blobData.get(hash)])
  return entry && held ? new Blob([held.data], { type: entry.type }) : undefined
}

/** Lets a broken file try again, when a person asks. */
export async function retryFile(outbox: Outbox, hash: string): Promise<void> {
  await outbox.db.blobs.update(hash, { state: 'waiting', attempts: 0, refusals: 0, nextAttemptAt: 0 })
}

const offered = new WeakSet<Outbox>()

/**
 * Sends one file that is due, of an app that runs. At its start it first offers photos once more that the server refused because they say where they were taken: it takes
 * those again of the time when the warehouse kept it, and they are evidence that exists nowhere else. One refusal breaks them again.
 */
export async function sendHeld(o: FilesOptions, run: Run): Promise<Again> {
  if (!offered.has(o.outbox)) {
    await o.outbox.db.blobs
      .where('state')
      .equals('broken')
      .and((b) => b.code === 'photo-tells-place')
      .modify({ state: 'waiting', attempts: 0, refusals: giveUpAfter - 1, nextAttemptAt: 0 })
    offered.add(o.outbox)
  }
  return sendFiles(o, run)
}

/** Sends one file that is due. Each file has its own deadline, so a broken one holds up neither the others nor any mutation. */
export async function sendFiles(o: FilesOptions, run: Run): Promise<Again> {
  const { env, outbox } = o
  const open = await outbox.db.blobs.where('state').equals('waiting').toArray()
  if (open.length === 0) return 'never'
  const now = env.clock.now()
  // No wait is longer than a minute: one that is was made by a clock that has been set back since.
  const due = open
    .filter((b) => b.nextAttemptAt <= now || b.nextAttemptAt > now + longestWait)
    .sort((a, b) => a.attempts - b.attempts || a.addedAt - b.addedAt)
  if (due.length === 0) return Math.max(1_000, Math.min(...open.map((b) => b.nextAttemptAt)) - now)
  const tokens = new Map<string, string | null>()
  for (const file of due) {
    const { user } = file
    if (!tokens.has(user)) tokens.set(user, await o.token(user))
    const token = tokens.get(user)
    if (token) return await sendOne(o, file, token, run)
  }
  return 60_000
}

async function sendOne(o: FilesOptions, due: BlobEntry, token: string, run: Run): Promise<Again> {
  try {
    await sendFile(o, due, token, run)
    return 0
  } catch (err) {
    if (err instanceof CallError && (err.status === 401 || err.retryAfter > 0)) throw err
    // Only the server's own no speaks against a file; a link that fails for a day says nothing about it.
    const refused = err instanceof CallError && err.status >= 400 && err.status < 500 && err.status !== 409
    const attempts = due.attempts + 1
    const refusals = (due.refusals ?? 0) + (refused ? 1 : 0)
    const broken = refusals >= giveUpAfter
    await o.outbox.db.blobs.update(due.hash, {
      attempts,
      refusals,
      nextAttemptAt: o.env.clock.now() + backoff(o.env.random, attempts),
      ...(broken ? { state: 'broken' as const } : {}),
      code: err instanceof CallError ? err.code : '',
    })
    o.note?.('file', { hash: due.hash, attempts, code: err instanceof CallError ? err.code : String(err) })
    if (err instanceof NoContact) throw err
    return 0
  }
}

async function sendFile(o: FilesOptions, entry: BlobEntry, token: string, run: Run): Promise<void> {
  const { env, outbox } = o
  const path = `/api/blob/${entry.hash}`
  let offset = await request(env, path, { method: 'HEAD', token, signal: run.signal }, async (res) => headOffset(res, entry.size))
  const held = await outbox.db.blobData.get(entry.hash)
  if (!held) throw new CallError(410, 'file-missing')
  while (offset < entry.size) {
    const piece = held.data.slice(offset, offset + pieceBytes)
    const next = await request(
      env,
      path,
      {
        method: 'PATCH',
        token,
        body: piece,
        signal: run.signal,
        timeout: 60_000,
        headers: { 'Upload-Offset': String(offset), 'Upload-Length': String(entry.size), 'Content-Type': entry.type },
      },
      async (res) => {
        const at = Number(res.headers.get('Upload-Offset') ?? Number.NaN)
        if (res.ok && Number.isInteger(at)) return at
        // We were out of step; the server says where it stands.
        if (res.status === 409 && Number.isInteger(at)) return at
        if (res.ok) throw new NoContact('not-ours')
        throw await refusal(env, res)
      },
    )
    if (next === offset) throw new CallError(409, 'upload-stands')
    offset = next
    run.progress()
    await outbox.db.blobs.update(entry.hash, { offset })
  }
  await outbox.db.transaction('rw', outbox.db.blobs, outbox.db.blobData, async () => {
    await outbox.db.blobs.delete(entry.hash)
    await outbox.db.blobData.delete(entry.hash)
  })
}

/** How much the server has. A captive portal answers 200 to anything, so completeness must show in a length that is ours. */
function headOffset(res: Response, size: number): number {
  const html = /text\/html/i.test(res.headers.get('Content-Type') ?? '')
  if (res.ok) {
    const length = Number(res.headers.get('Upload-Offset') ?? res.headers.get('Content-Length') ?? Number.NaN)
    if (html || length !== size) throw new NoContact('not-ours')
    return size
  }
  const offset = res.headers.get('Upload-Offset')
  if (res.status === 404 && offset !== null) return Number(offset)
  if (html) throw new NoContact('not-ours')
  // An answer to HEAD has no body to read a code from.
  if (res.status === 404) return 0
  if (res.status === 401) throw new CallError(401, 'no-session')
  const wait = Number(res.headers.get('Retry-After') ?? 0) * 1000
  throw new CallError(res.status, 'failed', {}, [], Number.isFinite(wait) ? wait : 0)
}
