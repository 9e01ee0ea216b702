/** What the address of the contracts says: one of them, a version, or a file that waits to be saved. */
export interface ContractSearch {
  id?: string
  version?: number
  import?: string
}

export function contractSearch(raw: Record<string, unknown>): ContractSearch {
  const text = (v: unknown) => (typeof v === 'string' && v !== '' ? v : undefined)
  const found: ContractSearch = { id: text(raw.id), version: Number(raw.version) || undefined, import: text(raw.import) }
  for (const key of Object.keys(found) as (keyof ContractSearch)[]) if (found[key] === undefined) delete found[key] // keys of this very object
  return found
}
