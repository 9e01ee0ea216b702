import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the app says for an English text in a language, from the catalogue that the app itself is made of. */
export function wordsOf(language: 'en' | 'es' | 'fr') {
  const said = new Map<string, string>()
  if (language !== 'en') {
    const text = readFileSync(join(process.cwd(), 'web/src/locales', `${language}.po`), 'utf8')
    const whole = (lines: string) => [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((m) => JSON.parse(`"${m[1]}"`)).join('')
    for (const block of text.split(/\n\n+/)) {
      const id = /^msgid ((?:"[^\n]*\n?)+)/m.exec(block)?.[1]
      const str = /^msgstr ((?:"[^\n]*\n?)+)/m.exec(block)?.[1]
      if (id && str && whole(str)) said.set(whole(id), whole(str))
    }
  }
  return (english: string) => {
    const found = language === 'en' ? english : said.get(english)
    if (!found) throw new Error(`the ${language} catalogue has nothing for "${english}"`)
    return found
  }
}

/** The same as a pattern for a name that begins with it, for texts with a value behind. */
export function begins(text: string): RegExp {
  return new RegExp(
    `^${text
      .split('{')[0]
      ?.trim()
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`,
  )
}
