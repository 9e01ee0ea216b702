import { current, working } from '@sync/client'
import { keepFile } from '@sync/files'

/** Keeps a picture on the device, to be sent when it can be, and gives the hash that an action names. */
export function keep(file: Blob | Uint8Array<ArrayBuffer>, type?: string): Promise<string> {
  const { outbox, person } = working()
  return keepFile(current().env, outbox, file, person.id, type)
}
