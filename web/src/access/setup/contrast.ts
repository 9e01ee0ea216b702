/** A color's contrast with white, from 1 to 21 (WCAG 2.2); undefined where the text is no color. The server counts the same way. */
export function contrast(colour: string): number | undefined {
  const n = /^#[0-9a-f]{6}$/i.test(colour) ? Number.parseInt(colour.slice(1), 16) : Number.NaN
  if (Number.isNaN(n)) return undefined
  const part = (shift: number) => {
    const v = ((n >> shift) & 0xff) / 255
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
  }
  return 1.05 / (0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0) + 0.05)
}

/** What a color must at least differ from white by: the primary one bears text, the secondary one lines and marks. */
export const least = { primary: 4.5, secondary: 3 }

/** The client code that a name suggests: its first letters and digits, in capitals. */
export const codeOf = (name: string) =>
  name
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z0-9 ]/g, '')
    .replace(/^[0-9 ]+/, '')
    .split(' ')[0]
    ?.slice(0, 8) ?? ''
