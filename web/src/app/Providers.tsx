import { I18nProvider } from '@lingui/react'
import { MantineContext, MantineThemeProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme } from '@/kit/theme/theme'
import { Toasts } from '@/kit/toast/Toasts'
import { i18n } from './languages'

/**
 * Mantine's context without its MantineProvider: the colour scheme is an attribute that appearance.ts sets and the variables are a stylesheet,
 * so all that the provider would add is code that must not run here.
 */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <MantineContext value={mantine}>
        <MantineThemeProvider theme={theme}>
          <Toasts />
          {children}
        </MantineThemeProvider>
      </MantineContext>
    </I18nProvider>
  )
}

const mantine = {
  colorScheme: 'light' as const,
  setColorScheme: () => {},
  clearColorScheme: () => {},
  getRootElement: () => undefined,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
}
