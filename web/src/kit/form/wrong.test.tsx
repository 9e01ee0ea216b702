import { afterEach, expect, test } from 'vitest'
import type { FormState } from './useForm'
import { alike, placeOf, wrongOf } from './wrong'

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

test('what is wrong alike in one thing stands in one line, and is still counted one by one', () => {
  const no = 'Needed.'
  const parts = { '[0].Weight': no, '[0].Qty': no, '[0].To.zip': no, '[1].Qty': no, '[0].HTS': 'Too long.' }
  const wrong = wrongOf({ shown, errors: { Number: no }, below: { Lines: parts } })
  expect(wrong).toHaveLength(6)
  expect(alike(wrong).map((g) => g.map((w) => w.path).join(' '))).toEqual(['', '[0].Weight [0].Qty', '[0].To.zip', '[1].Qty', '[0].HTS'])
})

test('the summary leads to the part, or to the nearest thing around it', () => {
  document.body.innerHTML = '<div id="f"><input id="f[0].To"><input id="f[0].To.zip"></div>'
  const at = (path: string) => placeOf('f', path)?.id
  expect(at('[0].To.zip')).toBe('f[0].To.zip')
  expect(at('[0].To.name')).toBe('f[0].To')
  expect(at('[1].Weight')).toBe('f')
  expect(at('')).toBe('f')
})
