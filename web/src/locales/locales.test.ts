// @vitest-environment node
import { readFileSync } from 'node:fs'
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

test('every word of the menu has its Spanish and French', () => {
  const needed = new Set(pages.flatMap((p) => [p.label, ...(p.menu ?? [])]))
  for (const locale of ['es', 'fr']) {
    const words = JSON.parse(text(`pages.${locale}.json`)) as Record<string, string> // two columns of words
    expect([...needed].filter((w) => !words[w])).toEqual([])
  }
})
