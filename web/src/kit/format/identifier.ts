/** Cuts an identifier into groups of three or four, as even as can be, so that it can be read aloud; words are left alone. */
export function groups(id: string): string[] {
  const text = id.replace(/\s+/g, '')
  if (!/^\d{7,}$/.test(text)) return id.split(/\s+/).filter(Boolean)
  const count = Math.ceil(text.length / 4)
  const longer = text.length - count * Math.floor(text.length / count)
  const cut: string[] = []
  for (let at = 0; cut.length < count; ) {
    const size = Math.floor(text.length / count) + (cut.length < longer ? 1 : 0)
    cut.push(text.slice(at, at + size))
    at += size
  }
  return cut
}

/** The last four characters, as a person says them at the dock: "…4471". */
export const tail = (id: string) => (id.length > 4 ? `…${id.slice(-4)}` : id)
