export const signLanguages = { en: 'English', es: 'Español', fr: 'Français' } as const
export type SignLanguage = keyof typeof signLanguages

export interface SignSearch {
  load?: string
  lang?: SignLanguage
  /** The bill is open over the screen. */
  bill?: boolean
  /** So is the code for the driver's own phone. */
  phone?: boolean
}

export function signSearch(raw: Record<string, unknown>): SignSearch {
  const search: SignSearch = {}
  if (typeof raw.load === 'string') search.load = raw.load
  if (raw.lang === 'en' || raw.lang === 'es' || raw.lang === 'fr') search.lang = raw.lang
  if (raw.bill === true) search.bill = true
  if (raw.phone === true) search.phone = true
  return search
}
