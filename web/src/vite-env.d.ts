/// <reference types="vite/client" />
declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
  /** By area: the words of its screens. */
  export const areas: Record<string, () => Promise<{ messages: Messages }>>
}
declare module '*.css'
declare module 'virtual:theme.css'
declare const __BUILD__: string
declare module 'virtual:first-words' {
  import type { Messages } from '@lingui/core'
  /** By language: the words of the screens where somebody begins. */
  export const areaWords: Record<'en' | 'es' | 'fr', Record<string, () => Promise<{ messages: Messages }>>>
}
declare module 'virtual:guest-words' {
  import type { Messages } from '@lingui/core'
  /** By language: the words of the pages for strangers. */
  export const areaWords: Record<'en' | 'es' | 'fr', Record<string, () => Promise<{ messages: Messages }>>>
}

declare module 'virtual:built-pages' {
  import type { Page } from '@sync/gen/pages'
  export const pages: Omit<Page, 'order'>[]
}
