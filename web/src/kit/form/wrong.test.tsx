import { afterEach, expect, test } from 'vitest'
import type { FormState } from './useForm'
import { placeOf, wrongOf } from './wrong'

interface Args {
  Number: string
  Lines: object[]
}
const input = () => null
const shown = [
  { name: 'Number', field: { label: 'Number', input } },
  { name: 'Lines', field: { label: 'Goods', input, part: (path: string) => ['Line', path] } },
] as FormState<Args>['shown'] // what wrongOf reads of them
const wrong = (errors: FormState<Args>['errors'], below: FormState<Args>['below']) =>
  wrongOf({ shown, errors, below }).map((w) => `${w.label.join(' ')}: ${w.said}`)

afterEach(() => {
  document.body.innerHTML = ''
})

test('each part is wrong by itself, and a field that repeats its first part is not counted again', () => {
  expect(wrong({ Number: 'Needed.', Lines: 'No weight.' }, { Lines: { '[0].Weight': 'No weight.', '[1].Qty': 'No pieces.' } })).toEqual([
    'Number: Needed.',
    'Line [0].Weight: No weight.',
    'Line [1].Qty: No pieces.',
  ])
  expect(wrong({ Lines: 'Too many pallets.' }, { Lines: { '[0].Weight': 'No weight.' } })).toEqual([
    'Goods: Too many pallets.',
    'Line [0].Weight: No weight.',
  ])
})

test('the summary leads to the part, or to the nearest thing around it', () => {
  document.body.innerHTML = '<div id="f"><input id="f[0].To"><input id="f[0].To.zip"></div>'
  const at = (path: string) => placeOf('f', path)?.id
  expect(at('[0].To.zip')).toBe('f[0].To.zip')
  expect(at('[0].To.name')).toBe('f[0].To')
  expect(at('[1].Weight')).toBe('f')
  expect(at('')).toBe('f')
})
