import { afterFirstScreen } from '@/kit/later/later'
import { type Remote, setRemote, theRemote } from '@/kit/remote/remote'

let starting: Promise<void> | undefined
let begun = () => {}
const started = new Promise<void>((then) => {
  begun = then
})

/** The local store and the sync are a third of the program. They start once; where their file could not be had, the next who asks tries again. */
function engine(): Promise<void> {
  starting ??= import('./engine')
    .then((m) => m.startEngine())
    .then(begun)
    .catch((err) => {
      starting = undefined
      throw err
    })
  return starting
}

/** Whether anybody has ever worked on this device: then who it was is to be known before the first screen. */
async function usedBefore(): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true
  const names = await indexedDB.databases().catch(() => undefined)
  return names?.some(({ name }) => name === 'lading-session') ?? true
}

type Asked = 'signIn' | 'enterBy' | 'submit' | 'call' | 'lastAnswer'
const starts = <K extends Asked>(name: K) =>
  ((...asked: never[]) => engine().then(() => (theRemote()[name] as (...asked: never[]) => unknown)(...asked))) as Remote[K] // what it hands on is its own

/** What is asked of the engine before it is there starts it; what is watched goes on with it. */
const beforeIt: Partial<Remote> = {
  signIn: starts('signIn'),
  enterBy: starts('enterBy'),
  submit: starts('submit'),
  call: starts('call'),
  lastAnswer: starts('lastAnswer'),
  watchSession: (then) => goesOn(() => watchAndTell(theRemote().watchSession, then)),
  watchStatus: (then) => goesOn(() => watchAndTell(theRemote().watchStatus, then)),
  watchWaiting: (entity, then) => goesOn(() => theRemote().watchWaiting(entity, then)),
  watchTroubles: (then) => goesOn(() => theRemote().watchTroubles(then)),
}

function watchAndTell(watch: (then: () => void) => () => void, then: () => void) {
  const stop = watch(then)
  then()
  return stop
}

function goesOn(watch: () => () => void): () => void {
  let over = false
  let stop = () => {
    over = true
  }
  void started.then(() => {
    if (!over) stop = watch()
  })
  return () => stop()
}

/** Starts the engine before the first screen on a device that was used before, and after it for a visitor: a public page needs no local store. */
export async function startRemote(): Promise<void> {
  if (await usedBefore()) return engine()
  setRemote({ ...theRemote(), ...beforeIt })
  afterFirstScreen(() => {
    if (location.pathname === '/') void engine().catch(() => {}) // the sign-in, wherever somebody came from: it will be wanted
  })
}
