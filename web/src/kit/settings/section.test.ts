import { expect, test, vi } from 'vitest'
import { setRemote, theRemote } from '../remote/remote'
import { departs, section, speaksOf } from './section'

interface Offers {
  hours?: number
  confirm?: boolean
  name?: string
  Rev?: number
}

const offers = section<Offers>('Org/SaveOffers', {
  key: 'offers',
  title: 'Quotes',
  meaning: 'How long carriers have.',
  fields: {
    hours: { label: 'Deadline', input: () => null, hint: 'In hours', shows: (v) => `${v} h` },
    confirm: { label: 'Confirmation' },
    name: { label: 'Name', own: true },
  },
})
const first = { hours: 24, confirm: false, name: '', Rev: 0 }
const line = (name: string) => offers.lines.find((l) => l.name === name) as (typeof offers.lines)[number]

test('a setting departs where it is not what an organization begins with', () => {
  expect(departs(line('hours'), { hours: 24 }, first)).toBe(false)
  expect(departs(line('hours'), { hours: 48 }, first)).toBe(true)
  expect(departs(line('name'), { name: 'Acme' }, first)).toBe(false)
})

test('it is found by its label, its hint and its section', () => {
  expect(offers.lines.filter((l) => speaksOf(offers, l, ' HOURS ')).map((l) => l.name)).toEqual(['hours'])
  expect(offers.lines.filter((l) => speaksOf(offers, l, 'carriers'))).toHaveLength(3)
  expect(offers.lines.filter((l) => speaksOf(offers, l, 'pallet'))).toHaveLength(0)
})

test('a value reads as its field says, and an empty one says so', () => {
  expect(line('hours').reads(6)).toBe('6 h')
  expect(line('name').reads('')).toMatchObject({ message: 'Not set' })
  expect(line('confirm').reads(true)).toMatchObject({ message: 'On' })
})

test('defaults come back on the revision that was seen, and leave what has none', async () => {
  const submit = vi.fn().mockResolvedValue(undefined)
  setRemote({ ...theRemote(), submit })
  await offers.reset({ hours: 48, confirm: true, name: 'Acme', Rev: 7 }, first)
  expect(submit).toHaveBeenCalledWith('Org/SaveOffers', { hours: 24, confirm: false, name: 'Acme', Rev: 7 })
})
