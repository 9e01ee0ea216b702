import { useLingui } from '@lingui/react/macro'
import type { Shown } from './useGate'

/** What holds on the site, in the driver's language where the site has it. */
export function useRules(site: Shown['site']) {
  const { i18n } = useLingui()
  const language = i18n.locale as keyof typeof site.rules // one of the page's languages
  const own = site.rules[language]
  return { text: own || site.rules.en, lang: own ? language : 'en' }
}
