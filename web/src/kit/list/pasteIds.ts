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

/**
 * Tells which rows carry one of the ids in any of their identifier values, and which ids no row had, or only rows that something else hides. Blanks and
 * dashes do not matter.
 */
export function idFinder<T>(ids: readonly string[], identifiers: (row: T) => readonly (string | undefined)[], key: (row: T) => string) {
  const wanted = new Set(ids.map(plain))
  // By row, since a row that was shown may be hidden once it has changed.
  const rows = new Map<string, { found: string[]; shown: boolean }>()
  /** Those of the ids that no row shows: had by a row that something else hides, or by none. */
  const unseen = (hidden: boolean) => {
    const of = (shown: boolean) => new Set([...rows.values()].flatMap((r) => (r.shown === shown ? r.found : [])))
    const [seen, there] = [of(true), of(false)]
    return ids.filter((id) => !seen.has(plain(id)) && there.has(plain(id)) === hidden)
  }
  return {
    /** `others` tells whether all else that is asked of the row leaves it. */
    hit: (row: T, others: (row: T) => boolean) => {
      const found = identifiers(row).flatMap((id) => (id && wanted.has(plain(id)) ? plain(id) : []))
      const shown = found.length > 0 && others(row)
      if (found.length > 0) rows.set(key(row), { found, shown })
      else rows.delete(key(row))
      return shown
    },
    missing: () => unseen(false),
    hidden: () => unseen(true),
  }
}
