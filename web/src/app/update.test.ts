import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The workers of one page, as its browser shows them. */
class Container extends EventTarget {
  controller: Worker | null = null
  registration = new Registration()
  register = async () => this.registration
  /** What the browser tells a page that a worker has claimed. */
  claim(worker: Worker) {
    this.controller = worker
    this.dispatchEvent(new Event('controllerchange'))
  }
}
class Worker extends EventTarget {
  state = 'installing'
  turn(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}
class Registration extends EventTarget {
  installing: Worker | null = null
  waiting: Worker | null = null
  active: Worker | null = null
  find(worker: Worker) {
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
  }
}

let page: Container
let update: typeof import('./update').update
const open = async () => {
  const it = await import('./update')
  it.watchForUpdates()
  await Promise.resolve()
  await Promise.resolve()
  update = it.update
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubEnv('DEV', false)
  page = new Container()
  vi.stubGlobal('navigator', { serviceWorker: page, onLine: true })
  vi.stubGlobal('addEventListener', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** A worker is installed, waits for a moment, and goes on where nothing is in its way. */
const install = (worker: Worker) => {
  page.registration.find(worker)
  page.registration.installing = null
  page.registration.waiting = worker
  worker.turn('installed')
}
const activate = (worker: Worker) => {
  page.registration.waiting = null
  page.registration.active = worker
  worker.turn('activating')
  worker.turn('activated')
}

test('a first visit has no newer version', async () => {
  const first = new Worker()
  await open()
  install(first)
  activate(first)
  page.claim(first)
  expect(update.ready()).toBe(false)
})

test('a first visit has none either where the page is controlled before its worker has ceased to wait', async () => {
  const first = new Worker()
  await open()
  install(first)
  page.controller = first
  first.turn('activating') // WebKit moves the worker between a registration's places in steps of its own
  activate(first)
  page.claim(first)
  expect(update.ready()).toBe(false)
})

test('a worker that claims a page which it serves already is not a newer one', async () => {
  const first = new Worker()
  page.controller = first
  page.registration.active = first
  await open()
  page.claim(first)
  page.claim(first)
  expect(update.ready()).toBe(false)
})

test('a worker that waits behind none has nobody to replace', async () => {
  page.controller = new Worker() // of a registration that is gone: it serves the page until that is left
  await open()
  install(new Worker())
  expect(update.ready()).toBe(false)
})

test('a worker that waits behind the one in use is a newer version', async () => {
  const older = new Worker()
  page.controller = older
  page.registration.active = older
  await open()
  install(new Worker())
  expect(update.ready()).toBe(true)
})

test('one that waited before the page was opened is, too', async () => {
  const older = new Worker()
  page.controller = older
  page.registration.active = older
  const newer = new Worker()
  newer.state = 'installed'
  page.registration.waiting = newer
  await open()
  expect(update.ready()).toBe(true)
})

test('one that was taken in another tab is, too', async () => {
  const first = new Worker()
  await open()
  install(first)
  activate(first)
  page.claim(first)
  const newer = new Worker()
  page.registration.active = newer
  page.claim(newer)
  expect(update.ready()).toBe(true)
})
