import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { createServer, type Server as Net, type Socket } from 'node:net'
import { join } from 'node:path'
import { freePort } from './server'

/** A label printer on a socket. It answers ~HS, and keeps the labels that it is given. */
export class LabelPrinter {
  readonly labels: string[] = []
  paper = true
  port = 0
  private net?: Net

  async start() {
    this.port ||= await freePort()
    this.net = createServer((socket: Socket) => {
      let all = ''
      socket.on('data', (b) => {
        all += b.toString()
        if (all.startsWith('~HS'))
          socket.end(
            `\x02030,${this.paper ? 0 : 1},0,1245,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n`,
          )
      })
      socket.on('end', () => {
        if (all && !all.startsWith('~HS')) this.labels.push(all)
        socket.end()
      })
      socket.on('error', () => {})
    })
    await new Promise<void>((done) => this.net?.listen(this.port, '127.0.0.1', done))
  }

  async stop() {
    await new Promise((done) => (this.net ? this.net.close(done) : done(undefined)))
  }
}

/** The print computer: the built program's own command, with its memory in a folder. */
export class PrintComputer {
  private child?: ChildProcess
  log = ''
  constructor(
    readonly dir: string,
    readonly port: number,
    /** Further flags of the command, such as its scale. */
    readonly more: string[] = [],
  ) {}

  start(code?: string) {
    this.child = spawn(
      join(process.cwd(), 'bin/lading'),
      [
        'printer',
        '--dir',
        join(this.dir, 'printer'),
        '--folders',
        join(this.dir, 'printed'),
        '--listen',
        `127.0.0.1:${this.port}`,
        ...this.more,
        ...(code ? ['--pair', code] : []),
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const keep = (b: Buffer) => {
      this.log += b.toString()
    }
    this.child.stdout?.on('data', keep)
    this.child.stderr?.on('data', keep)
  }

  async stop() {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode) return
    const gone = new Promise((r) => child.once('exit', r))
    child.kill('SIGKILL')
    await gone
  }

  /** In the order in which they came out: the names are those of the prints, which tell no order. */
  files(folder: string) {
    const at = join(this.dir, 'printed', folder)
    try {
      return readdirSync(at)
        .filter((name) => !name.startsWith('.')) // one that is still being written
        .map((name) => ({ name, ms: statSync(join(at, name)).mtimeMs }))
        .sort((a, b) => a.ms - b.ms)
        .map((f) => f.name)
    } catch {
      return []
    }
  }
}

/** A weighing indicator on a socket: it answers whoever asks with what stands on it. */
export class Scale {
  port = 0
  shows = ''
  private net?: Net
  private readonly open = new Set<Socket>()

  async start() {
    this.port ||= await freePort()
    this.net = createServer((socket: Socket) => {
      this.open.add(socket)
      socket.on('data', () => socket.write(`${this.shows}\r\n`))
      socket.on('close', () => this.open.delete(socket))
      socket.on('error', () => {})
    })
    await new Promise<void>((done) => this.net?.listen(this.port, '127.0.0.1', done))
  }

  /** Pulls its plug. */
  async stop() {
    for (const socket of this.open) socket.destroy()
    await new Promise((done) => (this.net ? this.net.close(done) : done(undefined)))
  }
}
