import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { homePort } from './server'

/** One mutation's outcome as a push answer told it. */
export interface Pushed {
  device: string
  seq: number
  op: string
  status: string
  /** Given out when it ran: the answer to a repeat, which runs nothing, has the same. */
  version: number
}

/** The same app under other names, as a new build has them. The worker's list tells that the shell has changed too. */
const ofNewer = (text: string) =>
  text.replaceAll('assets/', 'assets-2/').replace(/("revision":")[0-9a-f]+("[^}]*"index\.html")/, '$1the-newer-one$2')

const unpacked = (body: Buffer, packing?: string) => (packing === 'gzip' ? gunzipSync(body) : body).toString()

/** What stands between a tablet and the server: a yard's network, with its moods. */
export class YardNetwork {
  port = 0
  /** Nobody answers at all. */
  down = false
  /** A hotel's or a carrier's sign-in page answers every request with 200 and HTML; or those for some addresses. */
  portal: boolean | RegExp = false
  /** The site's firewall lets no WebSocket through. */
  noSockets = false
  /** Sockets open, but nothing that the server says comes through any more. */
  deaf = false
  /** What a device has to send is cut off; all else gets through. */
  noPush = false
  /** So many pieces of files are cut off in the middle of their transfer. */
  cutUploads = 0
  /** A newer app has been deployed: its files have other names, and those of the older one are gone. */
  newer = false
  /** Files of the older app that were asked for after it had gone. */
  readonly gone: string[] = []
  readonly pushed: Pushed[] = []

  /** What somebody did: a tab tells by itself which notifications have come. */
  get acts() {
    return this.pushed.filter((p) => p.op !== 'SetDeliveredStatusForReceivedNotification')
  }

  /** What was applied: each mutation once, and each run of one once. They are as many unless something was done twice. */
  get applied() {
    const all = this.acts.filter((p) => p.status === 'applied')
    return {
      mutations: new Set(all.map((p) => `${p.device}/${p.seq}`)).size,
      runs: new Set(all.map((p) => `${p.device}/${p.seq}/${p.version}`)).size,
    }
  }

  private server?: Server
  private readonly sockets = new Set<Socket>()

  constructor(private readonly target: () => number) {}

  get url() {
    return `http://127.0.0.1:${this.port}`
  }

  async start() {
    this.port ||= await homePort('network')
    const server = createServer((req, res) => this.pass(req, res))
    server.on('connection', (socket) => {
      this.sockets.add(socket)
      socket.on('close', () => this.sockets.delete(socket))
      if (this.down) socket.destroy()
    })
    server.on('upgrade', (req, socket: Socket, head) => this.upgrade(req, socket, head))
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
    this.server = server
  }

  /** Cuts what is open now; what comes later meets the mood of then. */
  cut() {
    for (const s of this.sockets) s.destroy()
  }

  async stop() {
    this.cut()
    await new Promise((r) => (this.server ? this.server.close(r) : r(undefined)))
  }

  private pass(req: IncomingMessage, res: ServerResponse) {
    if (this.down) {
      req.socket.destroy()
      return
    }
    if (typeof this.portal === 'object' ? this.portal.test(req.url ?? '') : this.portal) {
      res.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Welcome to our Wi-Fi</title><h1>Sign in to go on</h1>')
      return
    }
    const push = req.url === '/api/sync/push'
    if (push && this.noPush) {
      req.socket.destroy()
      return
    }
    let path = req.url ?? '/'
    if (this.newer && path.startsWith('/assets/')) {
      this.gone.push(path)
      res.writeHead(404).end()
      return
    }
    path = path.replace('/assets-2/', '/assets/')
    const renamed = this.newer && !path.startsWith('/api/')
    const headers = { ...req.headers }
    if (renamed || push) headers['accept-encoding'] = 'identity'
    // What the browser holds under the same name is the older app's.
    if (renamed) delete headers['if-none-match']
    const asked: Buffer[] = []
    const onward = request({ host: '127.0.0.1', port: this.target(), path, method: req.method, headers, setHost: false }, (answer) => {
      const text = /javascript|html|css/.test(answer.headers['content-type'] ?? '')
      if (!push && !(renamed && text)) {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(res)
        return
      }
      const parts: Buffer[] = []
      answer.on('data', (b: Buffer) => parts.push(b))
      answer.on('end', () => {
        const body = Buffer.concat(parts).toString()
        if (push && answer.statusCode === 200) this.note(unpacked(Buffer.concat(asked), req.headers['content-encoding']), body)
        const { 'content-length': _, etag: __, ...rest } = answer.headers
        res.writeHead(answer.statusCode ?? 502, rest).end(renamed ? ofNewer(body) : body)
      })
    })
    onward.on('error', () => res.destroy())
    if (this.cutUploads > 0 && req.method === 'PATCH') {
      this.cutUploads--
      req.once('data', (b: Buffer) => {
        onward.write(b.subarray(0, b.length >> 1), () => {
          onward.destroy()
          req.socket.destroy()
        })
      })
      return
    }
    if (push) req.on('data', (b: Buffer) => asked.push(b))
    req.pipe(onward)
  }

  private note(asked: string, answered: string) {
    const { device, mutations } = JSON.parse(asked) as { device: string; mutations: { seq: number; op: string }[] }
    const ops = new Map(mutations.map((m) => [m.seq, m.op]))
    const { results } = JSON.parse(answered) as { results?: { seq: number; status: string; version?: number }[] }
    for (const { seq, status, version = 0 } of results ?? []) this.pushed.push({ device, seq, op: ops.get(seq) ?? '', status, version })
  }

  private upgrade(req: IncomingMessage, socket: Socket, head: Buffer) {
    if (this.down || this.portal === true || this.noSockets) {
      socket.destroy()
      return
    }
    const onward = connect(this.target(), '127.0.0.1', () => {
      const lines = [`${req.method} ${req.url} HTTP/1.1`]
      for (let i = 0; i < req.rawHeaders.length; i += 2) lines.push(`${req.rawHeaders[i]}: ${req.rawHeaders[i + 1]}`)
      onward.write(`${lines.join('\r\n')}\r\n\r\n`)
      if (head.length > 0) onward.write(head)
      onward.on('data', (b: Buffer) => this.deaf || socket.write(b))
      socket.pipe(onward)
    })
    const end = () => {
      onward.destroy()
      socket.destroy()
    }
    onward.on('error', end).on('close', end)
    socket.on('error', end).on('close', end)
  }
}
