import { areaWords } from 'virtual:guest-words'
import { i18n, type Messages } from '@lingui/core'

export const languages = { en: 'English', es: 'Español', fr: 'Français' } as const
export type Language = keyof typeof languages
export const isLanguage = (l: string): l is Language => l in languages

/** What the stranger chose on this device before, else what the browser asks for. */
export const preferred = (): Language => [kept.get(), ...navigator.languages.map((l) => l.slice(0, 2))].find(isLanguage) ?? 'en'

const kept = {
  get: () => localStorage.getItem('lading.guest.language') ?? '',
  set: (language: Language) => localStorage.setItem('lading.guest.language', language),
}

// Words that the shell says, too, stand in its catalogue.
const shell = { en: () => import('@/locales/en.po'), es: () => import('@/locales/es.po'), fr: () => import('@/locales/fr.po') }

/** Whose words the page speaks. */
let of = ''

/** Speaks the shell's words and those of one catalogue. */
export async function speak(language: Language, area = of) {
  of = area
  const areas: Record<string, (() => Promise<{ messages: Messages }>) | undefined> = areaWords[language]
  const [common, own] = await Promise.all([shell[language](), areas[area]?.()])
  i18n.load(language, { ...common.messages, ...own?.messages })
  i18n.activate(language)
  document.documentElement.lang = language
}

/** The person chose: the next link is read in this language, too. */
export function choose(language: Language) {
  kept.set(language)
  return speak(language)
}
