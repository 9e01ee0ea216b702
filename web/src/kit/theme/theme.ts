import { createTheme, type MantineColorsTuple, rem } from '@mantine/core'

/** The product's own blue; the eighth shade is #144895, which passes AA with white on it. */
const lading: MantineColorsTuple = [
  '#eaf1fb',
  '#d3e2f6',
  '#a7c5ed',
  '#79a6e3',
  '#528bd9',
  '#3272cc',
  '#2160b5',
  '#1a54a6',
  '#144895',
  '#0e3672',
]

/** Greys of the dark look, as cool as the product's blue. */
const dark: MantineColorsTuple = [
  '#eceef1',
  '#c3c9d1',
  '#a0a8b3',
  '#8b939e',
  '#4a525d',
  '#333a43',
  '#22262b',
  '#17191c',
  '#121417',
  '#0c0e10',
]

const mono = 'ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace'

/** Office sizes; the dock's density multiplies them through --mantine-scale. */
export const theme = createTheme({
  colors: { lading, dark },
  primaryColor: 'lading',
  primaryShade: { light: 8, dark: 5 },
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontFamilyMonospace: mono,
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  spacing: { xs: rem(6), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Scroll locking would write a <style> tag, which the content security policy refuses; theme.css does it instead.
    Modal: { defaultProps: { lockScroll: false, transitionProps: { duration: 100 }, closeButtonProps: { 'aria-label': '×' } } },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { transitionProps: { duration: 80 } } },
    // Its placeholder for the first focus is not among the children that a menu may have.
    Menu: { defaultProps: { transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { transitionProps: { duration: 80 }, openDelay: 400 } },
    Button: { defaultProps: { size: 'sm' } },
  },
})

/** Mantine's palettes that nothing here uses are left out of the stylesheet. */
export const unusedColours = ['pink', 'grape', 'violet', 'indigo', 'cyan', 'lime', 'teal']
