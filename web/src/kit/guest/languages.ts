import { areaWords } from 'virtual:guest-words'
import { i18n, type Messages } from '@lingui/core'

export const tongues = { en: 'English', es: 'Español', fr: 'Français' } as const
export type Tongue = keyof typeof tongues
export const isTongue = (l: string): l is Tongue => l in tongues

/** What the stranger chose on this device before, else what the browser asks for. */
export const preferred = (): Tongue => [kept.get(), ...navigator.languages.map((l) => l.slice(0, 2))].find(isTongue) ?? 'en'

const kept = {
  get: () => localStorage.getItem('lading.guest.language') ?? '',
  set: (tongue: Tongue) => localStorage.setItem('lading.guest.language', tongue),
}

// Words that the shell says, too, stand in its catalogue.
const shell = { en: () => import('@/locales/en.po'), es: () => import('@/locales/es.po'), fr: () => import('@/locales/fr.po') }

/** Whose words the page speaks. */
let of = ''

/** Speaks the shell's words and those of one catalogue. */
export async function speak(tongue: Tongue, area = of) {
  of = area
  const areas: Record<string, (() => Promise<{ messages: Messages }>) | undefined> = areaWords[tongue]
  const [common, own] = await Promise.all([shell[tongue](), areas[area]?.()])
  i18n.load(tongue, { ...common.messages, ...own?.messages })
  i18n.activate(tongue)
  document.documentElement.lang = tongue
}

/** The person chose: the next link is read in this language, too. */
export function choose(tongue: Tongue) {
  kept.set(tongue)
  return speak(tongue)
}
