// Runs all of `task test` in stages, two beside each other where one leaves a core idle, and says at the end how long each took.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Go and the web have no stage in common before the binary. What has to be installed comes first on the side that has time for it.
const go = ['lint:go', 'test:go', 'test:race']
const web = ['deps', 'tools', 'lint:web', 'web', 'test:web', 'engines']
// What drives several browsers mostly waits: the simulation, which has no clock but its own, takes what the browsers leave of the processor. All of these
// always: a red test in one says nothing of the next.
const aside = 'test:sim'
const browser = ['test:tab', 'test:engines', 'test:several']

const began = Date.now()
const times = []
const failed = []
const scratch = mkdtempSync(join(tmpdir(), 'lading-run-'))
const env = { ...process.env, LADING_TIMES: join(scratch, 'tests.ndjson') }
const clock = (ms) => {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

// Linux shares the processor by session first: without a session of its own and its say there, being nice means nothing to those of another one.
const idly = 'echo 19 > /proc/self/autogroup; exec nice -n 19 go tool task --silent "$0"'

/** Runs one stage; what it prints comes as it is printed, or all of it at its end where another runs beside it. `idle` leaves the processor to all others. */
async function run(name, { beside = false, idle = false } = {}) {
  const start = Date.now()
  console.log(`▶ ${name}`)
  const options = { env, stdio: ['ignore', beside ? 'pipe' : 'inherit', beside ? 'pipe' : 'inherit'], detached: idle }
  const child = idle ? spawn('sh', ['-c', idly, name], options) : spawn('go', ['tool', 'task', '--silent', name], options)
  let under = idle // way: nobody else ends what has a session of its own
  process.once('exit', () => under && process.kill(-child.pid))
  const said = []
  for (const from of [child.stdout, child.stderr]) from?.on('data', (b) => said.push(b))
  const code = await new Promise((resolve) => child.once('error', () => resolve(1)).once('close', resolve))
  under = false
  const ms = Date.now() - start
  times.push({ name, ms, from: start - began, ok: code === 0 })
  if (code !== 0) failed.push(name)
  console.log(`${code === 0 ? '✓' : '✘'} ${name} ${clock(ms)}`)
  if (said.length > 0) process.stdout.write(Buffer.concat(said))
  return code === 0
}

/** One stage after another, until one fails. `first` tells what a stage waits for. */
async function inTurn(names, first = {}) {
  for (const name of names) if (!((await first[name]) ?? true) || !(await run(name, { beside: true }))) return false
  return true
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

let tools
const installed = new Promise((resolve) => {
  tools = resolve
})
const [goWell, webWell] = await Promise.all([
  inTurn(go, { 'test:go': installed }),
  inTurn(web.slice(0, 2)).then((well) => {
    tools(well)
    return well && inTurn(web.slice(2))
  }),
])
if (goWell && webWell && (await run('build'))) {
  const simulated = run(aside, { beside: true, idle: true })
  for (const name of browser) await run(name)
  await simulated
}
rmSync(scratch, { recursive: true, force: true })

console.log('\nMinutes by stage (from → to)')
for (const { name, ms, from, ok } of times)
  console.log(`  ${name.padEnd(14)} ${clock(ms).padStart(6)}   ${clock(from)} → ${clock(from + ms)}${ok ? '' : '   failed'}`)
console.log(`  ${'all'.padEnd(14)} ${clock(Date.now() - began).padStart(6)}`)
if (failed.length > 0) {
  console.log(`\nFailed: ${failed.join(', ')}`)
  process.exit(1)
}
