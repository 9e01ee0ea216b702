import type { ComponentType, ReactNode } from 'react'
import { late } from './late'

let open = () => {}
const shown = new Promise<void>((then) => {
  open = then
})

/** The first screen stands: what it does not need may be fetched from now on. The shell says so, once. */
export const firstScreenStands = () => open()

// A screen that has been drawn still reads its rows: what nobody sees yet must not be parsed before them.
const rowsFirst = 1_500
const rowsStand = () => shown.then(() => new Promise<void>((then) => setTimeout(then, rowsFirst)))

/** Runs when the browser has nothing else to do, at the latest after so many ms. */
export function whenIdle(then: () => void, timeout: number) {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(then, { timeout })
  else setTimeout(then)
}

/** Runs when the first screen stands and the browser has nothing else to do. */
export function afterFirstScreen(then: () => void) {
  void rowsStand().then(() => whenIdle(then, 5_000))
}

// One file a pause: all of them at once would be parsed in front of the first thing that a person does.
let line: Promise<unknown> = shown
// A file that does not come, as on a bad network, does not keep the next ones.
const patience = 1_000

/** Fetches what the first screen does not need, when it is this one's turn and the browser has nothing else to do. */
export function fetchLater(load: () => Promise<unknown>) {
  const fetched = (next: () => void) => {
    setTimeout(next, patience)
    void load()
      .catch(() => {}) // asked for again when it is wanted
      .then(next)
  }
  line = Promise.all([line, rowsStand()]).then(() => new Promise<void>((next) => whenIdle(() => fetched(next), 5_000)))
}

let words = (): Promise<unknown> => Promise.resolve()

/** What such a part says is no more in the first screen than its code: the shell gives the way to both. */
export const setLaterWords = (fetch: () => Promise<unknown>) => {
  words = fetch
}

/** For what is no component of a screen and is fetched by hand, as a form is. */
export const laterWords = () => words()

/**
 * A part that the first screen does not show. It is fetched when the browser has nothing else to do, so that it opens at once and also
 * where the connection has gone meanwhile.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, meanwhile: ReactNode = null) {
  fetchLater(load)
  return late(() => Promise.all([load(), words()]).then(([part]) => part), meanwhile)
}
