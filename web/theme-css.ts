import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import type { Plugin } from 'vite'
import { theme, unusedColours } from './src/kit/theme/theme'

const id = 'virtual:theme.css'

/** Ships the theme's CSS variables as a stylesheet: Mantine would write them into a <style> tag, which a strict content security policy refuses. */
export function themeCss(): Plugin {
  return {
    name: 'lading-theme-css',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(loaded) {
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
