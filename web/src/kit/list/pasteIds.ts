/** Cuts a pasted or scanned column of identifiers at anything that people put between them. Order kept, repeats dropped. */
export function cutIds(text: string): string[] {
  const seen = new Set<string>()
  for (const part of text.split(/[\s,;|]+/)) {
    const id = part.replace(/^["'#]+|["']+$/g, '')
    if (id) seen.add(id)
  }
  return [...seen]
}

const plain = (s: string) => s.replace(/[\s-]/g, '').toUpperCase()

/** Tells which rows carry one of the ids in any of their identifier values, and which ids none of them had. Blanks and dashes do not matter. */
export function idFinder<T>(ids: readonly string[], identifiers: (row: T) => readonly (string | undefined)[]) {
  const wanted = new Set(ids.map(plain))
  const found = new Set<string>()
  return {
    hit: (row: T) => {
      let hit = false
      for (const id of identifiers(row)) {
        if (id && wanted.has(plain(id))) {
          found.add(plain(id))
          hit = true
        }
      }
      return hit
    },
    missing: () => ids.filter((id) => !found.has(plain(id))),
  }
}
