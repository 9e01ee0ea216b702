import { flag, oneOf, searchOf, text } from '@/kit/page/search'

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

export const signSearch = searchOf<SignSearch>({ load: text, lang: oneOf(['en', 'es', 'fr']), bill: flag, phone: flag })
