/** Each language in its own words: whoever cannot read the screen finds theirs. */
export const languageNames = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
  { value: 'fr', label: 'Français' },
] as const
