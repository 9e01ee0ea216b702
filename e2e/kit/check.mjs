// What one runs while working: the linters, and the tests and specs of the areas that changed since main.
// A name on one floor is the same on each: server/dock, web/src/dock and e2e/dock.*.spec.ts are one area.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const ask = (cmd, ...args) =>
  execFileSync(cmd, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .trim()
    .split('\n')
    .filter(Boolean)
const base = ['main', 'origin/main'].flatMap((name) => {
  try {
    return ask('git', 'merge-base', 'HEAD', name)
  } catch {
    return []
  }
})[0]
const changed = [
  ...new Set([...ask('git', 'diff', '--name-only', base ?? 'HEAD'), ...ask('git', 'ls-files', '--others', '--exclude-standard')]),
].filter((path) => existsSync(path))
if (changed.length === 0) {
  console.log('Nothing has changed since main.')
  process.exit(0)
}

/** Folders of server/ and web/src/ that are no area: what stands below or above all of them. */
const floors = ['app', 'http', 'op', 'store', 'kit', 'job', 'resource', 'testkit']
const named = (pattern) => new Set(changed.flatMap((path) => pattern.exec(path)?.[1] ?? []))
const folders = new Set([...readdirSync('server'), ...readdirSync('web/src')])
const areas = [...new Set([...named(/^(?:server|web\/src|fixtures)\/(\w+)\//), ...named(/^e2e\/(\w+)\.[\w.]*spec\.ts$/)])].filter(
  (name) => !floors.includes(name) && folders.has(name),
)

const goFiles = changed.filter((path) => /\.(?:go|sql)$|^go\.mod$/.test(path))
const webFiles = changed.filter((path) =>
  /^(?:web|sw|sync\/client|e2e)\/.*\.(?:tsx?|css|po|mjs)$|^(?:package-lock|biome|tsconfig)/.test(path),
)
/** A package that has Go files in it, by the folder of a changed one. */
const changedPackages = [...new Set(goFiles.filter((p) => p.endsWith('.go')).map((p) => `./${p.split('/').slice(0, -1).join('/')}`))]
const areaPackages = areas
  .filter((a) => goFiles.some((p) => new RegExp(`^(?:server|fixtures)/${a}/`).test(p)))
  .map((a) => `./server/${a}/...`)
/** Whatever runs in every browser test: a change to it is followed by a smoke, since the tests of all areas would be the whole run. */
const below = changed.some((p) => new RegExp(`^(?:server|web/src)/(?:${floors.join('|')})/|^(?:sync|sw|migrations|web/[^/]+$)`).test(p))

const specs = readdirSync('e2e').filter((name) => name.endsWith('.spec.ts'))
const touched = specs.filter((name) => changed.includes(`e2e/${name}`))
/** Those that drive a single tab; the others take minutes, and are run by name where they were changed themselves. */
const tabs = new Set(
  ask('npx', 'playwright', 'test', '--list', '--project', 'tab').flatMap((line) => /› ([\w.]+\.spec\.ts):/.exec(line)?.[1] ?? []),
)
const ofAreas = specs.filter((name) => areas.includes(name.split('.')[0]))
const left = ofAreas.filter((name) => !tabs.has(name) && !touched.includes(name))
const run = new Set([...ofAreas.filter((name) => tabs.has(name)), ...touched.filter((name) => name !== 'pages.spec.ts')])
if (below) run.add('access.spec.ts')

const flags = { GOFLAGS: `${process.env.GOFLAGS ?? ''} -trimpath`.trim(), CGO_ENABLED: '0' } // as the tasks have them
let failed = false
const only = process.argv.includes('--dry') // says what would run
function step(name, cmd, ...args) {
  if (only) return console.log(`${name}: ${cmd} ${args.join(' ')}`)
  const start = Date.now()
  const { status } = spawnSync(cmd, args, { stdio: 'inherit', env: { ...process.env, ...(cmd === 'go' ? flags : {}) } })
  if (status !== 0) failed = true
  console.log(`${status === 0 ? '✓' : '✘'} ${name} ${((Date.now() - start) / 1000).toFixed(0)} s`)
}

console.log(`Changed: ${changed.length} files${areas.length > 0 ? `, of ${areas.join(', ')}` : ''}${below ? ', and below the areas' : ''}`)
if (goFiles.length > 0) {
  step('generated code', 'go', 'tool', 'task', '--silent', 'gen:same')
  const ours = goFiles.filter((p) => p.endsWith('.go'))
  if (ours.length > 0) step('gofmt', 'sh', '-c', 'test -z "$(gofmt -l "$@" | tee /dev/stderr)"', 'gofmt', ...ours)
  step('vet and staticcheck', 'go', 'tool', 'lint', './...')
  const packages = new Set([...areaPackages, ...changedPackages.filter((p) => p !== './server/app')])
  if (packages.size > 0) step('Go tests', 'go', 'test', '-vet=off', ...packages)
  // What holds for every call and every table, and the lists that a change has to appear in.
  step(
    'Go, over the registry',
    'go',
    'test',
    '-vet=off',
    '-run',
    '^Test(Registry|Imports|Schema|Plans|Writes|Refusal|Rights|Scope|Doors|Blob)_',
    './server/app',
  )
  // What no test notices of what changed is for people to read; some of it is the same program by another spelling.
  step('mutants', 'go', 'run', './e2e/kit/mutants', '-since', base ?? 'HEAD', '-n', '20', '-for', '110s')
}
if (webFiles.length > 0) {
  step('biome', 'npx', 'biome', 'check', '--error-on-warnings', 'web', 'sw', 'sync/client', 'e2e')
  step('types', 'npx', 'tsc', '-p', 'tsconfig.json')
  step('types of the worker', 'npx', 'tsc', '-p', 'sw/tsconfig.json')
  const units = new Set(areas.filter((a) => webFiles.some((p) => p.startsWith(`web/src/${a}/`))).map((a) => `web/src/${a}/`))
  for (const path of webFiles) {
    const floor = /^(?:web\/src\/(?:kit\/\w+|app)|sync\/client|sw)\//.exec(path)?.[0]
    if (floor) units.add(floor)
  }
  if (units.size > 0) step('vitest', 'npx', 'vitest', 'run', '--passWithNoTests', ...units)
  if (units.has('sync/client/'))
    step('mutants of the client', 'node', 'e2e/kit/mutants/client/run.mjs', '-since', base ?? 'HEAD', '-n', '20', '-for', '110')
}
const pages = areas.filter((a) => webFiles.some((p) => p.startsWith(`web/src/${a}/`))).map((a) => `${a} `)
if (below || touched.includes('pages.spec.ts')) pages.push('there are pages')
if (run.size > 0 || pages.length > 0) step('build', 'go', 'tool', 'task', '--silent', 'build')
if (run.size > 0) step('browser', 'npx', 'playwright', 'test', ...[...run].map((name) => `e2e/${name.replaceAll('.', '\\.')}`))
if (pages.length > 0) step('pages', 'npx', 'playwright', 'test', '--project', 'pages', '-g', `pages\\.spec\\.ts (?:${pages.join('|')})`)
if (left.length > 0) console.log(`Left to the whole run, since they drive several browsers: ${left.join(', ')}`)
process.exit(failed ? 1 : 0)
