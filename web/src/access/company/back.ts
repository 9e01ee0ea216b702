const heldKey = 'lading.openid'
const orgKey = 'lading.organization'

/** What the company's sign-in service sent back with the browser. */
export interface Back {
  answer: string
  state: string
  iss?: string
  /** The service said no. */
  refused: boolean
}

/** Reads what an address brings back; undefined where it is no answer. */
export function backFrom(search: string): Back | undefined {
  const q = new URLSearchParams(search)
  const state = q.get('state')
  if (!state) return undefined
  const iss = q.get('iss')
  return { answer: q.get('code') ?? '', state, refused: !q.get('code'), ...(iss ? { iss } : {}) }
}

/** What belongs to a sign-in that has begun. It is the tab's, and is taken once. */
export const held = {
  keep: (text: string) => sessionStorage.setItem(heldKey, text),
  take(): string | undefined {
    const text = sessionStorage.getItem(heldKey) ?? undefined
    sessionStorage.removeItem(heldKey)
    return text
  },
}

/** The organization that people of this device signed in to last, or the one that a link names. */
export const organization = {
  keep: (code: string) => localStorage.setItem(orgKey, code),
  known: (search: string) => new URLSearchParams(search).get('org') ?? localStorage.getItem(orgKey) ?? '',
}

/** Goes where people sign in, which is an address of the network and nothing else. */
export function goTo(address: string): void {
  if (/^https?:\/\//.test(address)) location.assign(address)
}
