/** A screen, or a part of one, whose file could not be fetched. */
export const isUnfetched = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message)
