// Mantine's hooks that the product uses: apart from its parts (ui.ts), which bring the theme with them.
export { useDebouncedValue, useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
