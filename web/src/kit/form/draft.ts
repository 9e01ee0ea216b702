/** What a person has typed and not sent, kept through a reload, a crash or an ended session. Wiped at sign-out. */
const prefix = 'lading.draft.'

const days = 7

interface Kept<T> {
  at: number
  values: T
  /** What it was typed on top of. */
  base?: T
}

export function readDraft<T>(key: string): Kept<T> | undefined {
  try {
    const text = localStorage.getItem(prefix + key)
    if (!text) return undefined
    const kept = JSON.parse(text) as Kept<T> // our own writing below; a form drops what it does not know
    if (Date.now() - kept.at > days * 86_400_000) {
      localStorage.removeItem(prefix + key)
      return undefined
    }
    return kept
  } catch {
    return undefined
  }
}

export function keepDraft<T>(key: string, values: T, base?: T) {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ at: Date.now(), values, ...(base && { base }) } satisfies Kept<T>))
  } catch {
    // A full store costs the draft, never the form.
  }
}

export const dropDraft = (key: string) => localStorage.removeItem(prefix + key)

const attempt = (key: string) => `${key}#attempt`

/** The key under which a form is sent until the server has answered it: also after a reload, and when something in it was changed since. */
export function attemptKey(key: string): string {
  const kept = readDraft<string>(attempt(key))?.values ?? crypto.randomUUID()
  keepDraft(attempt(key), kept)
  return kept
}
export const attemptAnswered = (key: string) => dropDraft(attempt(key))

export function dropAllDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
