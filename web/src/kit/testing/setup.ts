import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// A busy machine may take its time; what comes is waited for no longer than it takes.
const patience = 10_000
configure({ asyncUtilTimeout: patience })
const { waitFor } = vi
vi.waitFor = (what, options) => waitFor(what, options ?? patience)

// What a browser has and jsdom lacks. Nothing here pretends that anything was drawn or measured.
i18n.load('en', {})
i18n.activate('en')
if (typeof window !== 'undefined') {
  window.matchMedia ??= (query: string) =>
    ({
      matches: false,
      media: query,
      onchange: null,
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
      dispatchEvent: () => false,
    }) as MediaQueryList // all that its users call
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView ??= () => {}
  Element.prototype.scrollTo ??= (() => {}) as typeof Element.prototype.scrollTo // both overloads do nothing
  // A context that takes every call and draws nothing.
  const context = new Proxy({}, { get: (_, name) => (name === 'canvas' ? undefined : () => context), set: () => true })
  HTMLCanvasElement.prototype.getContext = (() => context) as unknown as HTMLCanvasElement['getContext'] // see above
}

afterEach(() => {
  vi.useRealTimers() // files share a worker: the next one's time would stand still
  if (typeof window === 'undefined') return
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
