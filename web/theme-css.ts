import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import type { Plugin } from 'vite'
import { theme, unusedColours } from './src/kit/theme/theme'

const id = 'virtual:theme.css'

/** Ships the theme's CSS variables as a stylesheet: Mantine would write them into a <style> tag, which a strict content security policy refuses. */
export function themeCss(): Plugin {
  return {
    name: 'lading-theme-css',
    enforce: 'pre',
    // Mantine's context names its default theme for a page that has none. Ours always has one, and it comes later than the context: without this
    // line that one name would bring Mantine's colours into the first screen.
    resolveId: (source, importer) =>
      source === id
        ? `\0${id}`
        : process.env.NODE_ENV === 'production' && source.endsWith('/default-theme.mjs') && importer?.endsWith('/MantineThemeProvider.mjs')
          ? '\0no-theme'
          : undefined,
    load(loaded) {
      if (loaded === '\0no-theme') return 'export const DEFAULT_THEME = undefined'
      if (loaded !== `\0${id}`) return
      const merged = mergeMantineTheme(DEFAULT_THEME, theme)
      const vars = defaultCssVariablesResolver(merged)
      for (const group of [vars.variables, vars.light, vars.dark] as Record<string, string>[]) // each maps names to values
        for (const name of Object.keys(group)) if (unusedColours.some((c) => name.startsWith(`--mantine-color-${c}-`))) delete group[name]
      // In the layer of Mantine's own styles: theme.css overrides them wherever the bundler puts either file.
      return `@layer mantine {\n${convertCssVariables(vars, ':root')}\n}`
    },
  }
}
