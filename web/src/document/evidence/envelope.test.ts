import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readSigned } from './envelope'

const cases = JSON.parse(readFileSync(`${process.cwd()}/sync/testdata/envelope.json`, 'utf8')) as {
  name: string
  text: string
  sound: boolean
}[]

it.each(cases)('reads one action or none in $name', ({ text, sound }) => {
  expect(readSigned(text)).toEqual(sound ? expect.objectContaining({ user: 'U1' }) : undefined)
})
