/** The line that says that nobody was there to sign; the server's to the letter (server/dock/nobody.go). */
export const nobodyLine = (note: string) => `Nobody was available to sign${note.trim() ? `: ${note.trim()}` : ''}`
