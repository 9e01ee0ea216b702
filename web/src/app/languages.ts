import { areaWords } from 'virtual:first-words'
import { i18n } from '@lingui/core'
import { fetchLater, setLaterWords } from '@/kit/later/later'
import { setPageWords } from '@/kit/page/usePageWords'
import { refusalWords } from '@/kit/remote/refusalWords'

export const languages = { en: 'English', es: 'Español', fr: 'Français' } as const
export type Language = keyof typeof languages

const key = 'lading.language'
const isLanguage = (l: string | null | undefined): l is Language => l !== null && l !== undefined && l in languages

/** What somebody chose on this device, or what the browser asks for. */
export function preferred(): Language {
  const chosen = localStorage.getItem(key)
  if (isLanguage(chosen)) return chosen
  for (const l of navigator.languages) {
    const short = l.slice(0, 2)
    if (isLanguage(short)) return short
  }
  return 'en'
}

// Each language is a file of its own, fetched when it is chosen and kept by the service worker.
const catalogues = { en: () => import('../locales/en.po'), es: () => import('../locales/es.po'), fr: () => import('../locales/fr.po') }
const pageWords = import.meta.glob<{ default: Record<string, string> }>('../locales/pages.*.json')
const refusals = {
  en: () => import('@sync/gen/messages.en'),
  es: () => import('@sync/gen/messages.es'),
  fr: () => import('@sync/gen/messages.fr'),
}

/** Areas whose screens have been opened: their words are wanted in each language that is chosen later. */
const areas = new Map<string, Promise<unknown>>()

/** The language that is being fetched. An area that is opened meanwhile wants its words in that one, too. */
let coming: Language | undefined

async function wordsOf(area: string, language: Language) {
  const words = await (areaWords[language][area] ?? (await catalogues[language]()).areas[area])?.()
  if (words) i18n.load(language, words.messages)
}

/** Where somebody begins, with words of their own: the first screen does not wait for those of a whole area and of all that opens from the frame. */
const begins: Record<string, string[]> = { '/': ['loginWords'], '/Home': [], '/eSignBOL': ['boardWords'] }

/** Fetches a screen's words, before it is shown. */
export async function speakFor(path: string, area: string | undefined) {
  const all = () => Promise.all(['shell', ...(area ? [area] : [])].map(speakOf))
  setLaterWords(all)
  const own = begins[path]
  if (!own) return all()
  await Promise.all(own.map(speakOf))
  fetchLater(all)
}

/** Fetches one catalogue. */
async function speakOf(area: string) {
  const now = i18n.locale as Language // only ever one of ours
  const words = areas.get(area) ?? Promise.all([...new Set([now, coming ?? now])].map((language) => wordsOf(area, language)))
  areas.set(area, words)
  try {
    await words
  } catch (err) {
    areas.delete(area) // asked for again with the next try
    throw err
  }
}

export async function speak(language: Language) {
  coming = language
  const [{ messages }, words] = await Promise.all([
    catalogues[language](),
    pageWords[`../locales/pages.${language}.json`]?.().then((m) => m.default) ?? {},
    ...[...areas.keys()].map((area) => wordsOf(area, language)),
  ])
  i18n.load(language, messages)
  setPageWords(words)
  i18n.activate(language)
  // The server's words are needed only after the server has spoken.
  fetchLater(() => speakForServer(language))
  document.documentElement.lang = language
}

async function speakForServer(language: Language) {
  const [{ messages }, { compileMessage }] = await Promise.all([refusals[language](), import('@lingui/message-utils/compileMessage')])
  if (i18n.locale !== language) return // another was chosen meanwhile
  i18n.setMessagesCompiler(compileMessage)
  refusalWords.set(messages)
}

export async function choose(language: Language) {
  localStorage.setItem(key, language)
  await speak(language)
}

/** Who signs out takes the choice along, and the language of the profile: the next person's own language counts, and the sign-in page speaks the browser's. */
export async function forgetChoice() {
  localStorage.removeItem(key)
  if (preferred() !== i18n.locale) await speak(preferred())
}

/** The language of a person's profile, unless somebody chose another on this device. */
export async function speakAs(language: string | undefined) {
  if (isLanguage(language) && language !== i18n.locale && localStorage.getItem(key) === null) await speak(language)
}

export { i18n }
