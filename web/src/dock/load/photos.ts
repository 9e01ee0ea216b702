import { acting, current } from '@sync/client'
import { keepFile } from '@sync/files'

/** Keeps a picture on the device and gives the hash that an action names. It is sent at once, or as soon as it can be: a signed bill waits for it. */
export async function keep(file: Blob | Uint8Array<ArrayBuffer>, type?: string): Promise<string> {
  const { outbox, person, engine } = acting()
  const hash = await keepFile(current().env, outbox, file, person.id, type)
  engine.nudge('file')
  return hash
}
