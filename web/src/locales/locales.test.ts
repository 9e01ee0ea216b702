// @vitest-environment node
import { readFileSync } from 'node:fs'
import { help } from '@sync/gen/help'
import { messages } from '@sync/gen/messages.fr'
import { pages } from '@sync/gen/pages'
import { expect, test } from 'vitest'
import { extracted } from '../../words'

const text = (name: string) => readFileSync(`${process.cwd()}/web/src/locales/${name}`, 'utf8')

test('every message of the sources has its Spanish and French', { timeout: 60_000 }, async () => {
  const found = await extracted()
  expect(found.size).toBeGreaterThan(150)
  for (const locale of ['es', 'fr']) {
    const po = text(`${locale}.po`).replaceAll('\\"', '"')
    const missing = [...found.values()].map((m) => m.message ?? '').filter((m) => !po.includes(`msgid "${m}"\nmsgstr "`) || po.includes(`msgid "${m}"\nmsgstr ""`))
    expect(missing, `${locale}: run "npm run words", then translate`).toEqual([])
  }
})

/** What the screens look up in pages.*.json: names of pages, groups of the menu, and what each page is for. */
const pageTexts = new Set(pages.flatMap((p) => [p.label, ...(p.menu ?? []), help[p.name]]))

test.each(['es', 'fr'])('every word of the menu and the help of every page is there in %s', (locale) => {
  const words = JSON.parse(text(`pages.${locale}.json`)) as Record<string, string> // two columns of words
  expect([...pageTexts].filter((w) => !words[w])).toEqual([])
})

test.each(['es', 'fr'])('no word is kept in %s that no page has any more', (locale) => {
  const words = JSON.parse(text(`pages.${locale}.json`)) as Record<string, string> // two columns of words
  expect(Object.keys(words).filter((w) => !pageTexts.has(w))).toEqual([])
})

test('a page is called alike in the menu and on the page', () => {
  const alike = (text: string) => text.toLowerCase().replaceAll('’', "'")
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  for (const locale of ['es', 'fr']) {
    const menu = JSON.parse(text(`pages.${locale}.json`)) as Record<string, string>
    const said = new Map([...text(`${locale}.po`).matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm)].map(([, id = '', words = '']) => [plain(id), words]))
    // One word may be a menu's or a state's as well, in another form.
    const labels = pages.map((p) => p.label).filter((label) => label.includes(' ') && said.has(plain(label)))
    expect(labels.length).toBeGreaterThan(40)
    expect(labels.filter((label) => alike(menu[label] ?? '') !== alike(said.get(plain(label)) ?? ''))).toEqual([])
  }
})

test('releasing a bill for payment has one word in French, in the pages and in what the server says', { timeout: 60_000 }, async () => {
  const french = new Map([...text('fr.po').matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm)].map(([, id = '', words = '']) => [id.replaceAll('\\"', '"'), words]))
  const audit = [...(await extracted()).values()].filter((m) => m.origin.some(([file]) => /^(audit|carrier\/guest)\//.test(file)))
  const said = audit
    .map((m) => french.get(m.message ?? '') ?? '')
    .concat(Object.entries(messages).flatMap(([code, words]) => (/^(payment|credit|refund|release|invoice)-/.test(code) ? [words] : [])))
  expect(said.filter((w) => /mise? en paiement|mettre en paiement/i.test(w)).length).toBeGreaterThan(8)
  expect(said.filter((w) => /libér/i.test(w))).toEqual([])
})
