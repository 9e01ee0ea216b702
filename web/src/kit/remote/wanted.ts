const key = 'lading.wanted'

/** The address that somebody asked for before signing in. It belongs to the tab, so it is in session storage. */
export const wanted = {
  keep: (path: string) => sessionStorage.setItem(key, path),
  /** Taken once, and only an address of ours: what is stored beside us must not send anybody elsewhere. */
  take(): string | undefined {
    const path = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return path?.startsWith('/') && !/^\/[/\\]/.test(path) ? path : undefined
  },
}
