import { oneOf, searchOf, text } from '@/kit/page/search'

/** Those but the first, which an address need not name. */
const later = ['RateRoute', 'Schedule', 'Enroute', 'Delivered'] as const

export type Stage = 'SetItems' | (typeof later)[number]

export interface MultipleSearch {
  stage?: Stage
  /** The template of the dynamic page. */
  template?: string
}

export const multipleSearch = searchOf<MultipleSearch>({ stage: oneOf(later), template: text })
