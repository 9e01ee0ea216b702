import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Driver, type Point, size } from './driver'
import { freePort } from './server'

// WebKit by way of WebDriver (w3.org/TR/webdriver2), spoken over fetch: the browser that GTK's port brings along, on a screen that nobody looks at.

/** The browser that the driver starts by itself; it is named only because it is given arguments. */
function browser(): string {
  const folders = ['/usr/lib', ...readdirSync('/usr/lib').map((name) => `/usr/lib/${name}`), '/usr/libexec']
  const found = folders.map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`).find((path) => existsSync(path))
  if (!found) throw new Error('no MiniBrowser of webkit2gtk-4.1: sh e2e/kit/engines.sh')
  return found
}

/** Starts a program and gives the first line that it says on a stream of its own. */
async function firstLine(child: ChildProcess, fd: number): Promise<string> {
  const stream = child.stdio[fd]
  if (!stream || !('readable' in stream)) throw new Error('no such stream')
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}`)))
    createInterface(stream).once('line', resolve)
  })
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await gone
}

export async function webkit(): Promise<Driver> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = `:${(await firstLine(screen, 3)).trim()}`
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  })
  const ask = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
    const { value } = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
    return value
  }
  for (const deadline = Date.now() + 20_000; ; await new Promise((r) => setTimeout(r, 50)))
    try {
      await ask('GET', '/status')
      break
    } catch (err) {
      if (Date.now() > deadline) throw err
    }
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        acceptInsecureCerts: true,
        'webkitgtk:browserOptions': {
          binary: browser(),
          args: ['--automation'],
        },
        timeouts: { script: 30_000, pageLoad: 30_000 },
      },
    },
  })
  const session = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    ask<T>(method, `/session/${sessionId}${path}`, body)
  const act = (type: 'key' | 'pointer', actions: unknown[]) =>
    session('POST', '/actions', {
      actions: [{ type, id: type, actions, ...(type === 'pointer' ? { parameters: { pointerType: 'mouse' } } : {}) }],
    })

  await session('POST', '/window/rect', size)

  const run: Driver['run'] = async (fn, ...args) => {
    const { value, error } = await session<{ value: never; error?: string }>('POST', '/execute/async', {
      script: `const done = arguments[1]; Promise.resolve().then(() => (${fn})(...arguments[0])).then((value) => done({ value }), (e) => done({ error: String(e) }))`,
      args: [args],
    })
    if (error) throw new Error(error)
    return value
  }

  return {
    // Its driver tells nothing of the console.
    listen: () => run(hear),
    troubles: () => run(() => (globalThis as unknown as { troubles?: string[] }).troubles ?? []),
    run,
    goto: (url) => session('POST', '/url', { url }),
    reload: () => session('POST', '/refresh', {}),
    draw: async (first: Point, ...rest: Point[]) => {
      const move = ({ x, y }: Point) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0, origin: 'viewport' })
      await act('pointer', [move(first), { type: 'pointerDown', button: 0 }, ...rest.map(move), { type: 'pointerUp', button: 0 }])
    },
    type: async (text, pause = 0) => {
      await act(
        'key',
        [...text].flatMap((key) => {
          const value = key === '\n' ? '\uE007' : key // Enter
          return [{ type: 'keyDown', value }, { type: 'keyUp', value }, ...(pause > 0 ? [{ type: 'pause', duration: pause }] : [])]
        }),
      )
    },
    picture: async () => Buffer.from(await session<string>('GET', '/screenshot'), 'base64'),
    close: async () => {
      await session('DELETE', '').catch(() => {})
      await ended(driver)
      await ended(screen)
    },
  }
}

/** Keeps what the page says of errors. Runs in the page. */
function hear() {
  const troubles: string[] = []
  Object.assign(globalThis, { troubles })
  const { error } = console
  console.error = (...said: unknown[]) => {
    troubles.push(said.map(String).join(' '))
    error.apply(console, said)
  }
  addEventListener('error', (e) => troubles.push(e.message))
  addEventListener('unhandledrejection', (e) => troubles.push(String(e.reason)))
  addEventListener('securitypolicyviolation', (e) => troubles.push(`${e.effectiveDirective} ${e.blockedURI}`))
}
