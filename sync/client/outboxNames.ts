import type { Env } from './env'

/** The outboxes on this device, of all organisations that somebody signed in to. */
export async function outboxNames(env: Env): Promise<string[]> {
  const all = await env.indexedDB.databases()
  return all.flatMap(({ name }) => (name?.includes('lading-outbox-') ? [name] : []))
}
