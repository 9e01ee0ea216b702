type Order<T> = (a: T, b: T) => number

/** Adds a run to runs of which each is more than twice as long as the next: none is merged more often than the logarithm of their number. */
export function add<T>(runs: T[][], run: T[], order: Order<T>) {
  let last = run
  for (let before = runs.at(-1); before && before.length <= 2 * last.length; before = runs.at(-1)) {
    runs.pop()
    last = merge(before, last, order)
  }
  runs.push(last)
}

/** All of them as one. */
export const join = <T>(runs: T[][], order: Order<T>) => runs.reduceRight((last, before) => merge(before, last, order), [] as T[])

/** Of equals those of the first run come first. */
export function merge<T>(a: readonly T[], b: readonly T[], order: Order<T>): T[] {
  const [end, start] = [a.at(-1), b[0]]
  if (end === undefined || start === undefined || order(end, start) <= 0) return [...a, ...b]
  let n = place(a, start, order) // pieces follow each other but for their ends
  const merged = a.slice(0, n)
  for (const y of b) {
    for (; n < a.length && order(a[n] as T, y) <= 0; n++) merged.push(a[n] as T) // within its length
    merged.push(y)
  }
  for (; n < a.length; n++) merged.push(a[n] as T)
  return merged
}

/** Where an entry goes: behind all that do not come after it. */
export function place<T>(sorted: readonly T[], entry: T, order: Order<T>) {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (order(sorted[middle] as T, entry) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
