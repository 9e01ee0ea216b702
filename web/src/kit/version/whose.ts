/**
 * Whose text of one field stands, where two people began from the same one: of the one who changed it. Where both changed it, each to something else,
 * a person decides.
 */
export function whose(began: string, mine: string, theirs: string): 'same' | 'mine' | 'theirs' | 'both' {
  if (mine === theirs) return 'same'
  if (theirs === began) return 'mine'
  return mine === began ? 'theirs' : 'both'
}
