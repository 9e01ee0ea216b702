/** A part of the client that is fetched when it is first needed. What could not be fetched is asked for again the next time. */
function part<T>(fetched: () => Promise<T>): () => Promise<T> {
  let had: Promise<T> | undefined
  return () => {
    had ??= fetched().catch((err: unknown) => {
      had = undefined
      throw err
    })
    return had
  }
}

/** Whatever does not stand before the first screen. */
export const parts = {
  compare: part(() => import('./compare')),
  drain: part(() => import('./drain')),
  files: part(() => import('./files')),
  heartbeat: part(() => import('./heartbeat')),
  orders: part(() => import('./orders')),
  proving: part(() => import('./proving')),
  pull: part(() => import('./pull')),
  push: part(() => import('./push')),
  queries: part(() => import('./gen/queries')),
  renumber: part(() => import('./renumber')),
}
