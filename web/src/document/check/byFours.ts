/** A long number in groups, so that two people can compare it over the telephone. */
export const byFours = (hex: string) => hex.replace(/(.{4})(?=.)/g, '$1 ')
