const all = new Set<() => Promise<unknown>>()

/** A part of the client that is no part of what stands before the first screen: fetched when it is first needed, once. A try that failed is made again. */
export function part<T>(fetched: () => Promise<T>): () => Promise<T> {
  let had: Promise<T> | undefined
  const get = () => {
    had ??= fetched().catch((err: unknown) => {
      had = undefined
      throw err
    })
    return had
  }
  all.add(get)
  return get
}

/** Fetches all of them. */
export async function everyPart(): Promise<void> {
  for (let known = 0; known < all.size; ) {
    known = all.size
    await Promise.all([...all].map((get) => get()))
  }
}
