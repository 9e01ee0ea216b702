import { i18n, type MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useCallback } from 'react'

/** Something to be read: a message to translate, or text that is nobody's to translate (a name, a number). */
export type Words = string | MessageDescriptor

/** Turns words into text in the reader's language. */
export function useWords() {
  const { i18n } = useLingui()
  return useCallback((words: Words) => (typeof words === 'string' ? words : i18n._(words)), [i18n])
}

/** The same outside of a component: the value of a column, in the language of the moment. */
export const inWords = (words: Words) => (typeof words === 'string' ? words : i18n._(words))
