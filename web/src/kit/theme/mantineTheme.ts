import type { MantineTheme } from '@mantine/core'

/** The theme around all screens. It is empty until the first screen with a part of Mantine comes, and full before that is drawn: ui.ts sees to it. */
export const mantineTheme = {} as MantineTheme // see above
