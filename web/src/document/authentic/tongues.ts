import { areaWords } from 'virtual:area-words'
import { i18n } from '@lingui/core'

export const tongues = { en: 'English', es: 'Español', fr: 'Français' } as const
export type Tongue = keyof typeof tongues
const isTongue = (l: string): l is Tongue => l in tongues

/** What the stranger's browser asks for. */
export const preferred = (): Tongue => navigator.languages.map((l) => l.slice(0, 2)).find(isTongue) ?? 'en'

// Words that the shell says, too, stand in its catalogue.
const shell = { en: () => import('@/locales/en.po'), es: () => import('@/locales/es.po'), fr: () => import('@/locales/fr.po') }

export async function speak(tongue: Tongue) {
  const [common, own] = await Promise.all([shell[tongue](), areaWords[tongue].document?.()])
  i18n.load(tongue, { ...common.messages, ...own?.messages })
  i18n.activate(tongue)
  document.documentElement.lang = tongue
}
