import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Seconds of a browser that the tests of an area may take, together. */
const budget = 45

interface Line {
  area: string
  test: string
  seconds: number
  runs: number
  passed: boolean
}

/** The area that a test belongs to: the first word of its file's name, or the group that its page stands in. */
const areaOf = (test: TestCase) => {
  const [word = ''] = basename(test.location.file).split('.')
  return word === 'pages' && test.parent.type === 'describe' ? test.parent.title : word
}

/**
 * Prints at the end which tests needed their second run, the ten slowest, and the seconds of each area against its budget. Where LADING_TIMES names a file,
 * the figures of earlier runs that stand there count, too: the whole run has two.
 */
export default class Times implements Reporter {
  private readonly all = new Map<string, { test: TestCase; seconds: number; runs: number }>()

  onTestEnd(test: TestCase, result: TestResult) {
    const one = this.all.get(test.id) ?? { test, seconds: 0, runs: 0 }
    one.seconds += result.duration / 1000
    one.runs++
    this.all.set(test.id, one)
  }

  onEnd(_: FullResult) {
    const file = process.env.LADING_TIMES
    const own: Line[] = [...this.all.values()].map(({ test, seconds, runs }) => ({
      area: areaOf(test),
      test: `${basename(test.location.file)} ${test.title}`,
      seconds,
      runs,
      passed: test.ok(),
    }))
    const earlier = file && existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : []
    if (file) appendFileSync(file, own.map((l) => `${JSON.stringify(l)}\n`).join(''))
    this.print([...earlier.map((l) => JSON.parse(l) as Line), ...own])
  }

  private print(lines: Line[]) {
    if (lines.length < 2) return
    const say = (text: string) => process.stdout.write(`${text}\n`)
    const cell = (seconds: number) => `${seconds.toFixed(1).padStart(7)} s`
    say('\nThe slowest tests')
    for (const l of lines.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)) say(`${cell(l.seconds)}  ${l.test}`)
    const areas = new Map<string, number>()
    for (const l of lines) areas.set(l.area, (areas.get(l.area) ?? 0) + l.seconds)
    say(`\nBrowser seconds by area (budget ${budget} s, ! is over it)`)
    for (const [area, seconds] of [...areas].sort((a, b) => b[1] - a[1])) say(`${cell(seconds)} ${seconds > budget ? '!' : ' '} ${area}`)
    const again = lines.filter((l) => l.runs > 1)
    if (again.length > 0) say(`\n${again.length} of ${lines.length} tests needed a second run; each is a defect:`)
    for (const l of again) say(`  ${l.passed ? 'passed then' : 'failed again'}: ${l.test}`)
  }

  printsToStdio() {
    return false
  }
}
