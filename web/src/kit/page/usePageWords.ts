import { useLingui } from '@lingui/react'
import type { Page } from '@sync/gen/pages'
import { useCallback } from 'react'

/** The page list is English; other languages' labels and help stand beside the catalogues, by the English words. */
let translated: Record<string, string> = {}
export const setPageWords = (words: Record<string, string>) => {
  translated = words
}

/** Some labels of the page list are names that were never spelt out: ShipmentDetails. */
const spelt = (label: string) => (label.includes(' ') ? label : label.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' '))

/** A page's label, or any word of the page list, in the reader's language. */
export function usePageWords() {
  const { i18n } = useLingui()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language
  return useCallback(
    (page: Page | string) => {
      const english = typeof page === 'string' ? page : page.label
      return translated[english] ?? spelt(english)
    },
    [i18n.locale],
  )
}
