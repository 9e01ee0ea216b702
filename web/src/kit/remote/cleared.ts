const key = 'lading.cleared'
const kept = /^lading\.(appearance|language|sound)/

/** That an administrator had this device cleared, for whoever opens it next. */
export const cleared = {
  /** Forgets what this browser kept beside the databases, but for how the screen looks. */
  now() {
    for (const store of [localStorage, sessionStorage])
      for (const name of Object.keys(store)) if (name.startsWith('lading.') && !kept.test(name)) store.removeItem(name)
    void import('../begun/begun').then(({ begun }) => begun.forget()).catch(console.error)
    localStorage.setItem(key, new Date().toISOString())
    dispatchEvent(new StorageEvent('storage', { key }))
  },
  at: () => localStorage.getItem(key) ?? '',
  seen: () => localStorage.removeItem(key),
  watch(then: () => void) {
    addEventListener('storage', then)
    return () => removeEventListener('storage', then)
  },
}
