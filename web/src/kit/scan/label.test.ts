// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseLabel } from './label'

interface Case {
  scan: string
  elements: { ai: string; value: string }[]
  error?: string
}
const cases = JSON.parse(readFileSync(new URL('../../../../server/kit/gs1/testdata/labels.json', import.meta.url), 'utf8')) as Case[]

it.each(cases)('$scan reads as the server reads it', ({ scan, elements, error }) => {
  expect(parseLabel(scan)).toEqual({ elements, ...(error ? { error } : {}) })
})
