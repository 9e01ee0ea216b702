import { call } from '@sync/call'
import type { Ops } from '@sync/gen/api'
import { CallError } from '@sync/wire'

/** Whether a genuine paper still counts is in the records alone; without a connection nobody can say. */
export type StandingResp = { said: 'known'; row: Ops['Document/Standing']['resp'] } | { said: 'unknown' | 'no-contact' | 'not-asked' }

export async function standingOf(sha256: string): Promise<StandingResp> {
  try {
    return { said: 'known', row: await call('Document/Standing', { SHA256: sha256 }) }
  } catch (err) {
    return { said: err instanceof CallError && err.code === 'paper-unknown' ? 'unknown' : 'no-contact' }
  }
}
