import { areaWords as guestWords } from 'virtual:guest-words'
import { type I18n, setupI18n } from '@lingui/core'
import { I18nProvider, useLingui } from '@lingui/react'
import { type ReactNode, useEffect, useState } from 'react'
import type { SignLanguage } from './search'

// Each is in the app's store on this device, so a driver's language needs no network.
const frame = { en: () => import('@/locales/en.po'), es: () => import('@/locales/es.po'), fr: () => import('@/locales/fr.po') }
const signed = {
  en: () => import('@sync/gen/consents.en'),
  es: () => import('@sync/gen/consents.es'),
  fr: () => import('@sync/gen/consents.fr'),
}

/** All that the dock's screens say. */
const dockWords = ['shell', 'dock']

/** The version of the words that a signer agrees to; the server knows its text by it. */
export const consentVersion = '1'

/** The words that a signer agrees to, in a language of the signing screen. */
export async function consentText(language: string): Promise<string> {
  const { consents } = await signed[language in signed ? (language as SignLanguage) : 'en']() // one of the keys
  return consents[`consent-${consentVersion}`] ?? consentVersion
}

interface Spoken {
  language: SignLanguage
  i18n: I18n
  consent: string
}

/** Speaks the driver's language within, and the dock worker's around it. Nothing is shown before the words that are signed are there. */
export function Speaking({
  language,
  catalogues = dockWords,
  children,
}: {
  language: SignLanguage
  catalogues?: string[]
  children: (consent: string) => ReactNode
}) {
  const [spoken, setSpoken] = useState<Spoken>()
  useEffect(() => {
    let gone = false
    void Promise.all([
      signed[language](),
      frame[language]().then(async ({ messages, areas }) => [
        { messages },
        ...(await Promise.all(catalogues.map((name) => (areas[name] ?? guestWords[language][name])?.() ?? { messages: {} }))),
      ]),
    ]).then(([server, own]) => {
      if (gone) return
      const i18n = setupI18n({ locale: language, messages: { [language]: Object.assign({}, ...own.map((c) => c.messages)) } })
      setSpoken({ language, i18n, consent: server.consents[`consent-${consentVersion}`] ?? '' })
    })
    return () => {
      gone = true
    }
  }, [language, catalogues])
  if (!spoken) return <div aria-busy="true" />
  return (
    <I18nProvider i18n={spoken.i18n}>
      <div lang={spoken.language}>{children(spoken.consent)}</div>
    </I18nProvider>
  )
}

/** What the driver reads first in: the program's own language. */
export function useStartLanguage(): SignLanguage {
  const { locale } = useLingui().i18n
  return locale.startsWith('es') ? 'es' : locale.startsWith('fr') ? 'fr' : 'en'
}
