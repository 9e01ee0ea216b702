/// <reference types="vite/client" />
declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
declare module '*.css'
declare module 'virtual:theme.css'
declare const __BUILD__: string
declare module 'virtual:area-words' {
  import type { Messages } from '@lingui/core'
  /** By language and area: the words of its screens. */
  export const areaWords: Record<'en' | 'es' | 'fr', Record<string, () => Promise<{ messages: Messages }>>>
}

declare module 'virtual:built-pages' {
  import type { Page } from '@sync/gen/pages'
  export const pages: Omit<Page, 'order'>[]
}
