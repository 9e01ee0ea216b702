import type { PageName } from '@sync/gen/pages'

const key = (user: string) => `lading.recent.${user}`

/** The pages somebody used last, newest first. */
export function recent(user: string): PageName[] {
  try {
    return JSON.parse(localStorage.getItem(key(user)) ?? '[]') as PageName[] // our own writing; a page that is gone is not found and not shown
  } catch {
    return []
  }
}

export function noteRecent(user: string, name: PageName) {
  localStorage.setItem(key(user), JSON.stringify([name, ...recent(user).filter((n) => n !== name)].slice(0, 6)))
}
