import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import type { Server } from './server'

/** HTTPS before a server, as its users have it, with a certificate that nobody has signed: the browser must be told to take it. */
export class Encrypted {
  port = 0
  private readonly sockets = new Set<Socket>()
  private readonly front

  constructor(server: Server) {
    this.front = createServer(certificate(), (socket) => {
      const behind = connect(server.port, '127.0.0.1')
      for (const [a, b] of [
        [socket, behind],
        [behind, socket],
      ] as const) {
        this.sockets.add(a)
        a.on('error', () => b.destroy()).on('close', () => this.sockets.delete(a) && b.destroy())
        a.pipe(b)
      }
    })
  }

  get url() {
    return `https://127.0.0.1:${this.port}`
  }

  async start() {
    await new Promise<void>((resolve) => this.front.listen(0, '127.0.0.1', resolve))
    const address = this.front.address()
    if (address && typeof address === 'object') this.port = address.port
  }

  async close() {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.front.close(resolve))
  }
}

/** A new key for this machine's own address, and the certificate that it signs for itself. */
function certificate() {
  const dir = mkdtempSync(join(tmpdir(), 'lading-tls-'))
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  try {
    const asked = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1']
    execFileSync('openssl', [...asked, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
