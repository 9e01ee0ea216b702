import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useCallback } from 'react'

/** Something to be read: a message to translate, or text that is nobody's to translate (a name, a number). */
export type Words = string | MessageDescriptor

/** Turns words into text in the reader's language. */
export function useWords() {
  const { i18n } = useLingui()
  return useCallback((words: Words) => (typeof words === 'string' ? words : i18n._(words)), [i18n])
}
