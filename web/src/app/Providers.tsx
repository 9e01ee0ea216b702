import { I18nProvider } from '@lingui/react'
import { MantineContext, MantineThemeContext } from '@mantine/core'
import type { ReactNode } from 'react'
import { mantineTheme } from '@/kit/theme/mantineTheme'
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
        <MantineThemeContext value={mantineTheme}>
          <Toasts />
          {children}
        </MantineThemeContext>
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
