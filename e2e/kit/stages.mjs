// Runs all of `task test` in stages, two beside each other where one leaves a core idle, and says at the end how long each took.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

// What has to be installed comes first on the side that has time for it, and so do the binary and what runs it without a browser. The browsers follow that side:
// they wait for clocks and disks, and what Go has left to do fills the time between, behind them in the queue for the processor.
const go = ['libraries', 'lint:go', 'test:go', 'test:race']
const web = [
  ['deps', 'tools'],
  ['lint:web', 'web'],
  ['engines', 'build'],
]
// All of them always: a red test in one says nothing of the next.
const built = [['test:web'], ['test:sim'], ['test:tab'], ['test:engines'], ['test:several']]

const began = Date.now()
const times = []
/** What the failed stages printed, by their names. */
const failed = new Map()
const scratch = mkdtempSync(join(tmpdir(), 'lading-run-'))
const env = { ...process.env, LADING_TIMES: join(scratch, 'tests.ndjson') }
const clock = (ms) => {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** What a stage took of the processor, in ms, from the shell's own count: what it and all that it waited for had, as itself and in the system. */
function processor(file) {
  try {
    const counts = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .at(-1)
      .matchAll(/(\d+)m([\d.]+)s/g)
    return [...counts].reduce((sum, [, minutes, seconds]) => sum + (minutes * 60 + Number(seconds)) * 1000, 0)
  } catch {
    return 0 // killed before it could say so
  }
}

/** What all of the machine's processors have done so far, in ms: that of a browser which was killed among it, which no shell counts. */
function machine() {
  const all = cpus().map(({ times }) => times)
  const sum = (of) => all.reduce((ms, times) => ms + of(times), 0)
  return { busy: sum((t) => t.user + t.nice + t.sys + t.irq), idle: sum((t) => t.idle) }
}
const before = machine()

/** Where a test says that it failed, in the words of Go, Vitest, Playwright and the linters, and how many lines say why. */
const fails = /^\s*(--- FAIL|panic:|WARNING: DATA RACE| FAIL |FAIL\s|✗|✘|×|\d+\) \[|\S+:\d+:\d+:? )/
const why = 6
const most = 60

/** A line that a log keeps whole: what a simulated device shows may take pages, and how it came to it stands at the end. */
const clipped = (line) => (line.length > 2_000 ? `${line.slice(0, 1_000)} … ${line.slice(-1_000)}` : line)

/** Of a stage's output, what tells of its failures: the end of a long log is all that some places keep. */
function reasons(output) {
  const lines = stripVTControlCharacters(output).split('\n')
  const kept = new Set()
  for (const [i, line] of lines.entries()) if (fails.test(line)) for (let n = i; n <= i + why && n < lines.length; n++) kept.add(n)
  const told = [...kept].map((n) => clipped(lines[n])).filter((line) => !/^(\s*(✓.*)?|\{"time".*)$/.test(line))
  return told.length > 0 ? told.slice(0, most) : lines.slice(-why)
}

/** Runs one stage; what it prints comes as it is printed, or all of it at its end where another runs beside it. */
async function run(name, beside) {
  const start = Date.now()
  console.log(`▶ ${name}`)
  const spent = join(scratch, name.replaceAll(':', '.'))
  const program = `${go.includes(name) ? 'nice -n 10 ' : ''}go tool task --silent ${name}`
  const child = spawn('sh', ['-c', `${program}; code=$?; times > "$0"; exit $code`, spent], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = []
  for (const from of [child.stdout, child.stderr])
    from.on('data', (b) => {
      said.push(b)
      if (!beside) process.stdout.write(b)
    })
  const code = await new Promise((resolve) => child.once('error', () => resolve(1)).once('close', resolve))
  const ms = Date.now() - start
  times.push({ name, ms, from: start - began, ok: code === 0, cpu: processor(spent) })
  if (code !== 0) failed.set(name, Buffer.concat(said).toString())
  console.log(`${code === 0 ? '✓' : '✘'} ${name} ${clock(ms)}`)
  if (beside) process.stdout.write(Buffer.concat(said))
  return code === 0
}

/** One stage after another, until one fails. `first` tells what a stage waits for. */
async function inTurn(names, beside = false, first = {}) {
  for (const name of names) if (!((await first[name]) ?? true) || !(await run(name, beside))) return false
  return true
}

/** A promise that is kept from outside. Node 20 has no Promise.withResolvers. */
function later() {
  let resolve
  const promise = new Promise((keep) => {
    resolve = keep
  })
  return { promise, resolve }
}

const installed = later()
// The program has the web's files in it. Before they are there, or while they come to be, it would be compiled in vain.
const app = later()
await Promise.all([
  inTurn(go, true, { 'lint:go': app.promise, 'test:go': installed.promise }),
  (async () => {
    let well = await inTurn(web[0], true)
    installed.resolve(well)
    well &&= await inTurn(web[1], true)
    app.resolve(true)
    if (well && (await inTurn(web[2], true))) for (const names of built) await inTurn(names)
  })(),
])
rmSync(scratch, { recursive: true, force: true })

console.log('\nMinutes by stage, what they took of a processor (from → to)')
for (const { name, ms, from, ok, cpu } of times)
  console.log(
    `  ${name.padEnd(14)} ${clock(ms).padStart(6)} ${clock(cpu).padStart(6)}   ${clock(from)} → ${clock(from + ms)}${ok ? '' : '   failed'}`,
  )
const cpu = times.reduce((sum, one) => sum + one.cpu, 0)
console.log(`  ${'all'.padEnd(14)} ${clock(Date.now() - began).padStart(6)} ${clock(cpu).padStart(6)}`)
const after = machine()
console.log(
  `  ${'the machine'.padEnd(14)} ${''.padStart(6)} ${clock(after.busy - before.busy).padStart(6)}   idle ${clock(after.idle - before.idle)}`,
)
if (failed.size > 0) {
  for (const [name, output] of failed) console.log(`\n✘ ${name}\n${reasons(output).join('\n')}`)
  console.log(`\nFailed: ${[...failed.keys()].join(', ')}`)
  process.exitCode = 1 // not process.exit: what is printed to a pipe would be cut off
}
