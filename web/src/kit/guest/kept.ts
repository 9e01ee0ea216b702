/** What a guest page keeps on the device: drafts, and what the server said last. A full or forbidden store costs what was kept, never the page. */
export const kept = {
  read<T>(key: string): T | undefined {
    try {
      const text = localStorage.getItem(key)
      return text ? (JSON.parse(text) as T) : undefined // our own writing, below
    } catch {
      return undefined
    }
  },
  write(key: string, value: unknown) {
    try {
      localStorage.setItem(key, JSON.stringify(value))
    } catch {
      // It lives as long as the page, then.
    }
  },
  drop(key: string) {
    try {
      localStorage.removeItem(key)
    } catch {
      // It was not kept, either.
    }
  },
}
