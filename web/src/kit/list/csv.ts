/** One CSV field. A text that a spreadsheet would run as a formula gets an apostrophe; a number stays a number. */
export function csvField(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  let text = Array.isArray(value) ? value.join(' ') : String(value)
  const numeric = /^[-+]?\d+(\.\d+)?$/.test(text)
  if (/^[=+\-@\t\r]/.test(text) && !numeric) text = `'${text}`
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The byte order mark makes spreadsheets read UTF-8. */
export function csv(head: readonly string[], rows: Iterable<readonly unknown[]>): string {
  const lines = [head.map(csvField).join(',')]
  for (const row of rows) lines.push(row.map(csvField).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

export function saveFile(name: string, content: BlobPart, type: string) {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
