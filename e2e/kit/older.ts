/** What is younger than the oldest browsers that the pages for strangers open in (Chrome 92, Safari 15.4). */
const younger = [
  'AbortSignal.timeout',
  'Array.fromAsync',
  'Array.prototype.findLast',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'Array.prototype.toSpliced',
  'Array.prototype.with',
  'Object.groupBy',
  'Object.hasOwn',
  'Promise.withResolvers',
  'structuredClone',
]

/** Makes a page such a browser's, as far as its functions tell. */
export const older = [
  (names: string[]) => {
    for (const name of names) {
      const path = name.split('.')
      const last = path.pop() ?? ''
      let owner = window as unknown as Record<string, unknown>
      for (const part of path) owner = owner[part] as Record<string, unknown>
      delete owner[last]
    }
  },
  younger,
] as const
