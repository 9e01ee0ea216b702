import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { mantineTheme } from './mantineTheme'
import { theme } from './theme'

Object.assign(mantineTheme, mergeMantineTheme(DEFAULT_THEME, theme))
