import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const calls = ['openat', 'write', 'pwrite64', 'fsync', 'fdatasync', 'ftruncate', 'rename', 'renameat', 'renameat2', 'unlink', 'unlinkat']

/**
 * A browser whose battery can be pulled. Its system calls are written down, so that afterwards it is known how much of each file it had the disk
 * confirm (fsync) by a given moment; the rest is cut off, as a loss of power does with what only the memory held.
 */
export class PulledBrowser {
  private readonly dir = mkdtempSync(join(tmpdir(), 'lading-power-'))
  private readonly log = join(this.dir, 'calls')
  /** To be started in the browser's place. */
  readonly executable = join(this.dir, 'browser')

  constructor(browser: string) {
    const strace = `strace -f -ttt -y -s 0 --seccomp-bpf -e trace=${calls.join(',')} -o '${this.log}'`
    writeFileSync(this.executable, `#!/bin/sh\nexec ${strace} '${browser}' "$@"\n`)
    chmodSync(this.executable, 0o755)
  }

  /** Kills every process that works on the profile, at once. */
  kill(profile: string): void {
    const theirs = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && works(pid, profile))
    for (const pid of theirs) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {} // gone with its parent
    }
  }

  /**
   * Cuts the profile's databases (LevelDB, which only ever appends) down to what the disk had confirmed at `at`; what was written before `since`
   * counts as confirmed, since the kernel writes back within half a minute. Gives the bytes that were lost, by file. Both in ms since the epoch.
   */
  cut(profile: string, since: number, at: number): Map<string, number> {
    const safe = confirmed(readFileSync(this.log, 'latin1'), since / 1000, at / 1000)
    const lost = new Map<string, number>()
    for (const [path, size] of safe) {
      if (!path.startsWith(profile) || !/\/(\d+\.(log|ldb)|MANIFEST-\d+)$/.test(path) || !existsSync(path)) continue
      const now = statSync(path).size
      if (now <= size) continue
      truncateSync(path, size)
      lost.set(path.slice(profile.length + 1), now - size)
    }
    return lost
  }

  /** What follows runs in the browser itself. */
  calm(browser: string): void {
    writeFileSync(this.executable, `#!/bin/sh\nexec '${browser}' "$@"\n`)
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true })
  }
}

function works(pid: string, profile: string): boolean {
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(profile)) return true
    return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith(profile))
  } catch {
    return false // it has just ended
  }
}

/** Bytes of each file that a list of system calls left on the disk for sure at a moment, in seconds since the epoch. */
export function confirmed(log: string, since: number, at: number): Map<string, number> {
  const size = new Map<string, number>()
  const safe = new Map<string, number>()
  /** The beginnings of calls that others came between, by thread; of a sync, how much it covers. */
  const begun = new Map<string, string>()
  const covers = new Map<string, number>()
  for (const line of log.split('\n')) {
    const parts = /^(\d+)\s+(\d+\.\d+) (.*)$/.exec(line)
    if (!parts) continue
    const [, thread = '', when = '', said = ''] = parts
    const time = Number(when)
    const opened = /^(?:fsync|fdatasync)\(\d+<([^>]*)>/.exec(said)?.[1]
    if (opened) covers.set(thread, size.get(opened) ?? 0)
    if (said.endsWith('<unfinished ...>')) {
      begun.set(thread, said.slice(0, -'<unfinished ...>'.length))
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(said)
    const call = resumed ? `${begun.get(thread) ?? ''}${resumed[1]}` : said
    const [, name = '', rest = ''] = /^(\w+)\((.*)$/.exec(call) ?? []
    const result = Number(/ = (-?\d+)/.exec(call)?.[1] ?? -1)
    if (result < 0) continue
    const path = /^\d+<([^>]*)>/.exec(rest)?.[1] ?? ''
    const names = [...rest.matchAll(/"([^"]*)"/g)].map((m) => m[1] ?? '')
    if (name === 'openat' && rest.includes('O_TRUNC')) size.set(names[0] ?? '', 0)
    else if (name === 'write') size.set(path, (size.get(path) ?? 0) + result)
    else if (name.startsWith('rename')) {
      const [from = '', to = ''] = names
      for (const held of [size, safe]) held.set(to, held.get(from) ?? 0)
    } else if ((name === 'fsync' || name === 'fdatasync') && time <= at) safe.set(path, covers.get(thread) ?? 0)
    if (time <= since && path) safe.set(path, size.get(path) ?? 0)
    else if (path && !safe.has(path) && size.has(path)) safe.set(path, 0)
  }
  return safe
}

/** Where a program is, or how to get it. */
export function find(program: string, from = program): string {
  try {
    return execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim()
  } catch {
    throw new Error(`${program} is needed: apt-get install ${from}`)
  }
}
