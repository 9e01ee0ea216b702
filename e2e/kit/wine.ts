import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether the server is lading.exe, under Wine, as `sh e2e/soak/wine.sh` has made both. */
export const onWindows = !!process.env.LADING_WINE

const place = join(process.cwd(), 'bin/wine')

/** Where servers' folders lie: on Windows, in one whose name is as people's there are. */
export function serversFolder(): string {
  const folder = onWindows ? join(tmpdir(), 'Lading für Größe 1') : tmpdir()
  mkdirSync(folder, { recursive: true })
  return folder
}

/** A path of this machine as a program for Windows has it; for any other it stays. */
export const itsPath = (path: string) => (onWindows ? `Z:${path.replaceAll('/', '\\')}` : path)

/** The program, what it is given before its own arguments, and what it needs in its environment. */
export function program(): { file: string; before: string[]; env: Record<string, string> } {
  if (!onWindows) return { file: join(process.cwd(), 'bin/lading'), before: [], env: {} }
  const exe = join(place, 'lading.exe')
  if (!existsSync(exe)) throw new Error('there is no lading.exe: sh e2e/soak/wine.sh')
  return { file: 'wine', before: [exe], env: { WINEPREFIX: join(place, 'prefix'), WINEDEBUG: '-all' } }
}
