// What an address may say of a screen. The router reads it before it has the screen, so each line here is part of the first script.

/** Reads one value of an address; undefined where it says nothing that the screen knows. */
type Read<T> = (said: unknown) => T | undefined

/** An address turns digits into a number, and an id or a label of digits is text. */
export const text: Read<string> = (said) => (typeof said === 'string' || typeof said === 'number' ? String(said) : '') || undefined
/** A calendar day, yyyy-mm-dd. */
export const day: Read<string> = (said) => (typeof said === 'string' && /^\d{4}-\d\d-\d\d$/.test(said) ? said : undefined)
export const flag: Read<true> = (said) => said === true || undefined
export const oneOf =
  <T extends string>(all: readonly T[]): Read<T> =>
  (said) =>
    all.find((one) => one === said)
/** A whole number from `min` on. */
export const whole =
  (min = 1, max = Number.MAX_SAFE_INTEGER): Read<number> =>
  (said) => {
    const n = Number(said)
    return Number.isInteger(n) && n >= min && n <= max ? n : undefined
  }

/** The `validateSearch` of a route: what is read by these, and nothing else that stands in the address. */
export const searchOf =
  <S extends object>(reads: { [K in keyof S]-?: Read<Exclude<S[K], undefined>> }) =>
  (raw: Record<string, unknown>): S => {
    const found: Partial<S> = {}
    for (const key in reads) {
      const value = reads[key](raw[key])
      if (value !== undefined) found[key] = value
    }
    return found as S // each of its members may be missing
  }
