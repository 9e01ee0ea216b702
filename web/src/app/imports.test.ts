// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = process.cwd()
const src = join(root, 'web/src')
const files = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile() && /\.tsx?$/.test(f.name) && !/\.(test|gen)\./.test(f.name))
    .map((f) => join(f.parentPath, f.name))

const imported = /(?:from|import\()\s*['"]([^'"]+)['"]|import\s+['"]([^'"]+)['"]/g

/** Every import of a file, as a path from the root where it is one of ours and as written where it is a library's. */
function importsOf(file: string) {
  return [...readFileSync(file, 'utf8').matchAll(imported)].map((m) => {
    const to = m[1] ?? m[2] ?? ''
    if (to.startsWith('@/')) return `web/src/${to.slice(2)}`
    if (to.startsWith('@sync/')) return `sync/client/${to.slice(6)}`
    return to.startsWith('.') ? relative(root, resolve(dirname(file), to)) : to
  })
}

const areaOf = (path: string) => /^web\/src\/([^/]+)\//.exec(path)?.[1]
const ours = (path: string) => path.startsWith('web/') || path.startsWith('sync/') || path.startsWith('sw/')

test('app imports areas, areas the kit, the kit sync/client; a sibling is reached through its front door', () => {
  const wrong: string[] = []
  let seen = 0
  for (const file of files(src)) {
    const from = relative(root, file)
    const area = areaOf(from)
    seen++
    for (const to of importsOf(file)) {
      const other = areaOf(to)
      const no = (why: string) => wrong.push(`${from} → ${to}: ${why}`)
      if (to.startsWith('sw/')) no('the worker is nobody’s library')
      if (readFileSync(file, 'utf8').match(/(?:from|import\() *'\.\.\/\.\.\//)) no('climbs')
      if (/@mantine\//.test(to) && area !== 'kit' && from !== 'web/src/app/Providers.tsx') no('Mantine only through the kit')
      if (!ours(to) || !other || area === undefined || other === area) continue
      if (area === 'kit' && other !== 'locales') no('the kit knows no area')
      else if (other === 'app') no('nobody imports the app')
      else if (other !== 'kit' && other !== 'locales' && !/^web\/src\/\w+\/public$/.test(to)) no('a sibling only through its public.tsx')
      else if (/\/public\.tsx$/.test(from) && /\/public$/.test(to)) no('a front door imports no other front door')
    }
  }
  expect(wrong).toEqual([])
  expect(seen).toBeGreaterThan(60)
})

test('the service worker and sync/client know nothing of screens', () => {
  const wrong: string[] = []
  let seen = 0
  for (const file of [...files(join(root, 'sw')), ...files(join(root, 'sync/client'))]) {
    seen++
    for (const to of importsOf(file))
      if (to.startsWith('web/') || /^(react|@mantine|@tanstack\/react)/.test(to)) wrong.push(`${relative(root, file)} → ${to}`)
  }
  expect(wrong).toEqual([])
  expect(seen).toBeGreaterThan(10)
})

test('dates and times are put into words in kit/format alone, so that nothing computes with such words', () => {
  const words = /Intl\.DateTimeFormat|\.toLocale(?:Date|Time)?String\(|\.to(?:Date|Time)String\(|getTimezoneOffset/
  const all = [...files(src), ...files(join(root, 'sync/client')), ...files(join(root, 'sw'))]
  const wrong = all.filter((f) => !f.startsWith(join(src, 'kit/format/')) && words.test(readFileSync(f, 'utf8')))
  expect(wrong.map((f) => relative(root, f))).toEqual([])
})

test('there are no barrels', () => {
  expect(files(src).filter((f) => /\/index\.tsx?$/.test(f))).toEqual([])
})

test('no file needs one that needs it', () => {
  const all = [...files(src), ...files(join(root, 'sync/client')), ...files(join(root, 'sw'))].map((f) => relative(root, f))
  const known = new Set(all)
  const fileOf = (to: string) => [to, `${to}.ts`, `${to}.tsx`].find((f) => known.has(f))
  const needs = new Map(all.map((from) => [from, importsOf(from).flatMap((to) => fileOf(to) ?? [])]))
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (path.includes(file) || done.has(file)) return
    for (const next of needs.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of all) walk(file, [])
  expect(circles).toEqual([])
  expect([...needs.values()].flat().length).toBeGreaterThan(1000)
})
