/** What an address says of a file that is being read. */
export interface ImportSearch {
  import?: string
  /** The import of the very same file that was saved before. */
  earlier?: string
  /** The last mapping of these headers was taken. */
  kept?: boolean
}

const text = (v: unknown) => (typeof v === 'string' && v !== '' ? v : undefined)

export function importSearch(raw: Record<string, unknown>): ImportSearch {
  const [file, earlier] = [text(raw.import), text(raw.earlier)]
  return {
    ...(file ? { import: file } : {}),
    ...(earlier ? { earlier } : {}),
    ...(raw.kept === true || raw.kept === 'true' ? { kept: true } : {}),
  }
}
