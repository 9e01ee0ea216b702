/** What the hand and the ear are told, for a person who is not looking at the screen. */
export type Signal = 'good' | 'bad' | 'repeat'
