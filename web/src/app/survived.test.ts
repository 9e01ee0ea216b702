import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.spec.ts', '*_test.go'], { encoding: 'utf8' }).split('\n')
const texts = (named: string) => files.filter((f) => f === named || f.endsWith(`/${named}`)).map((f) => readFileSync(f, 'utf8'))

/** What a line of the page cites: files of tests, and behind each the names of tests in it. A name may be cut short by three dots. */
function* cited(line: string) {
  let file: string | undefined
  for (const [, named, ts, go] of line.matchAll(/`([^`]+(?:\.(?:test|spec)\.tsx?|_test\.go))`|"([^"]+)"|\b((?:[A-Z][a-z]*){4,}…?)/g)) {
    if (named) file = named
    const name = (ts ?? go)?.replace(/^…|…$/g, '')
    if (file && (named || (name && (ts ? /\.tsx?$/ : /\.go$/).test(file)))) yield { file, name: named ? undefined : name }
  }
}

it('each failure that the sync survives has the test that the page names', () => {
  const missing: string[] = []
  let n = 0
  for (const line of readFileSync('e2e/FAILURES.md', 'utf8')
    .split('\n')
    .filter((l) => l.startsWith('|')))
    for (const { file, name } of cited(line)) {
      n++
      const found = texts(file)
      if (found.length === 0) missing.push(`${file} is not there`)
      else if (name && !found.some((text) => text.includes(name))) missing.push(`${file} has no test ${name}`)
    }
  expect(missing).toEqual([])
  expect(n).toBeGreaterThan(100) // the page is read at all
})
