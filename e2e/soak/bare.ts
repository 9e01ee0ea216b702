import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { browserOptions } from '../kit/installed'
import { find } from './disk'

const program = join(process.cwd(), 'bin/soak')
const release = join(process.cwd(), 'bin/release')

/** Debian with what it has on any machine and nothing else. It is made once. */
function debian(): string {
  const made = join(program, 'bookworm')
  if (existsSync(made)) return made
  mkdirSync(program, { recursive: true })
  rmSync(`${made}.new`, { recursive: true, force: true })
  execFileSync(find('debootstrap'), ['--variant=minbase', '--include=systemd-sysv,dbus,sudo', 'bookworm', `${made}.new`], {
    stdio: 'ignore',
  })
  renameSync(`${made}.new`, made)
  return made
}

/** What the README says to type under a heading of its section on packages, a line each. */
export function readme(way: string): string[] {
  const [, after = ''] = readFileSync('README.md', 'utf8').split(`${way}\n\n`)
  const [block = ''] = after.split('\n\n')
  const lines = block.split('\n').map((line) => line.trim())
  if (!lines[0]?.startsWith('sudo apt install')) throw new Error(`the README does not say how: ${way}`)
  return lines
}

/** What was typed did not end well. */
class Refused extends Error {
  constructor(
    line: string,
    readonly said: string,
  ) {
    super(`${line}\n${said}`)
  }
}

async function until(fact: () => boolean) {
  for (const end = Date.now() + 60_000; !fact(); await new Promise((r) => setTimeout(r, 50)))
    if (Date.now() > end) throw new Error('it does not come')
}

/** A machine that has Debian, a network of its own that leads nowhere, and one private address. */
export class Machine {
  readonly address = '192.168.50.10'
  readonly dir = mkdtempSync(join(tmpdir(), 'lading-bare-'))
  private readonly root = join(this.dir, 'root')
  private readonly contexts: BrowserContext[] = []
  private readonly beside: ChildProcess[] = []
  private held?: ChildProcess
  private desk?: ChildProcess
  private first = 0
  log = ''

  constructor(readonly name: string) {}

  /** Starts it, as any machine starts. */
  async boot() {
    execFileSync('cp', ['-a', `${debian()}/.`, this.root])
    writeFileSync(join(this.root, 'etc/hosts'), `127.0.0.1 localhost\n127.0.1.1 ${this.name}\n`)
    writeFileSync(join(this.root, 'etc/hostname'), `${this.name}\n`)
    const shared = ['authority', 'release'].map((name) => join(this.dir, name))
    for (const folder of shared) mkdirSync(folder)
    chmodSync(this.dir, 0o755)
    for (const file of readdirSync(release)) if (file.endsWith('_amd64.deb')) cpSync(join(release, file), join(this.dir, 'release', file))
    const held = spawn(
      find('systemd-nspawn', 'systemd-container'),
      [
        '--directory',
        this.root,
        '--hostname',
        this.name,
        '--private-network',
        '--register=no',
        '--keep-unit',
        '--console=read-only',
        '--boot',
        ...shared.map((folder) => `--bind-ro=${folder}:/srv/${folder.slice(this.dir.length + 1)}`),
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    this.held = held
    for (const out of [held.stdout, held.stderr])
      out.on('data', (b: Buffer) => {
        this.log += b.toString()
      })
    for (const end = Date.now() + 60_000; ; ) {
      if (held.exitCode !== null || Date.now() > end) throw new Error(`the machine does not start:\n${this.log}`)
      this.first = Number(readFileSync(`/proc/${held.pid}/task/${held.pid}/children`, 'utf8').trim().split(' ')[0])
      try {
        if (this.first && this.type('systemctl is-system-running || true').match(/running|degraded/)) break
      } catch {} // not far enough
      await new Promise((r) => setTimeout(r, 100))
    }
    // A cable from the machine to a desk beside it, where browsers are.
    this.desk = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' })
    this.beside.push(this.desk)
    const cable = ['ip', 'link', 'add', 'lan', 'type', 'veth', 'peer', 'name', 'desk']
    this.outside(this.first, ...cable)
    this.outside(this.first, 'ip', 'address', 'add', `${this.address}/24`, 'dev', 'lan')
    this.outside(this.first, 'ip', 'link', 'set', 'lan', 'up')
    const desk = this.desk.pid ?? 0
    await until(() => readlinkSync(`/proc/${desk}/ns/net`) !== readlinkSync('/proc/self/ns/net'))
    this.outside(this.first, 'ip', 'link', 'set', 'desk', 'netns', String(desk))
    this.outside(desk, 'ip', 'address', 'add', '192.168.50.20/24', 'dev', 'desk')
    for (const one of ['lo', 'desk']) this.outside(desk, 'ip', 'link', 'set', one, 'up')
  }

  /** What somebody types on it, where the package was put down, and what it answers. */
  type(line: string): string {
    const entered = ['--target', String(this.first), '--mount', '--uts', '--ipc', '--net', '--pid', '--root', '--wdns=/srv/release']
    const env = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      LANG: 'C.UTF-8',
      DEBIAN_FRONTEND: 'noninteractive',
    }
    try {
      return execFileSync('nsenter', [...entered, 'sh', '-c', `exec 2>&1; ${line}`], { encoding: 'utf8', env })
    } catch (err) {
      throw new Refused(line, (err as { stdout: string }).stdout)
    }
  }

  /** The same, of what is refused. */
  refused(line: string): string {
    try {
      this.type(line)
    } catch (err) {
      if (err instanceof Refused) return err.said
      throw err
    }
    throw new Error(`it is done: ${line}`)
  }

  /** A program of this computer in the network of that process. */
  private outside(process: number, ...command: string[]) {
    return execFileSync('nsenter', [`--net=/proc/${process}/ns/net`, ...command], { encoding: 'utf8' })
  }

  /** The authority that gives certificates to whoever holds a name. Its roots are in /srv/authority of the machine. */
  async authority(): Promise<string> {
    const at = join(program, 'authority')
    execFileSync('go', ['build', '-o', at, './e2e/soak/authority'])
    const child = spawn('nsenter', [`--net=/proc/${this.first}/ns/net`, at, join(this.dir, 'authority')], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.beside.push(child)
    child.stderr.on('data', (b: Buffer) => {
      this.log += b.toString()
    })
    return new Promise((resolve, reject) => {
      child.once('exit', () => reject(new Error(this.log)))
      child.stdout.once('data', (b: Buffer) => resolve(b.toString().trim()))
    })
  }

  /** A browser at the desk that trusts no authority but the browser's own and those of these files. */
  async browser(profile: string, names: Record<string, string>, trusted: string[] = []): Promise<BrowserContext> {
    const home = join(this.dir, profile)
    const store = `sql:${home}/.pki/nssdb`
    if (!existsSync(home)) {
      mkdirSync(join(home, '.pki/nssdb'), { recursive: true })
      execFileSync(find('certutil', 'libnss3-tools'), ['-N', '-d', store, '--empty-password'])
    }
    for (const file of trusted) execFileSync('certutil', ['-A', '-d', store, '-n', file, '-t', 'C,,', '-i', file])
    const { executablePath, args = [] } = browserOptions()
    const started = join(home, 'chromium')
    writeFileSync(
      started,
      `#!/bin/sh\nHOME='${home}' exec nsenter --net=/proc/${this.desk?.pid}/ns/net '${executablePath ?? chromium.executablePath()}' "$@"\n`,
    )
    chmodSync(started, 0o755)
    const rules = Object.entries(names).map(([name, address]) => `MAP ${name} ${address}`)
    const context = await chromium.launchPersistentContext(join(home, 'profile'), {
      executablePath: started,
      args: [...args, `--host-resolver-rules=${rules.join(',')}`],
      serviceWorkers: 'allow',
    })
    this.contexts.push(context)
    return context
  }

  async remove() {
    for (const context of this.contexts) await context.close()
    for (const child of this.beside) child.kill('SIGKILL')
    const held = this.held
    if (held && held.exitCode === null) {
      const gone = new Promise((r) => held.once('exit', r))
      process.kill(this.first, 'SIGKILL') // its whole machine ends with it
      await gone
    }
    rmSync(this.dir, { recursive: true, force: true })
  }
}
