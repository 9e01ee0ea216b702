import { i18n } from '@lingui/core'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NoContact, Refused } from './ask'
import { type Draft, useAnswer } from './useAnswer'
import type { Link } from './useLink'

interface Note extends Draft {
  text: string
  nth: number
}
const nothing: Note = { text: '', nth: 1, waiting: false, at: 0 }

function setUp(anew?: (typed: Note) => Note) {
  localStorage.clear()
  i18n.load('en', {})
  i18n.activate('en')
  const ends: { taken: (x: string) => void; failed: (why: Error) => void }[] = []
  const link = { shown: 'shown', again: () => Promise.resolve(), hear: () => {} } as unknown as Link<string> // what an answer uses of it
  const hook = renderHook(() =>
    useAnswer<Note, string>({
      key: 'draft',
      nothing,
      link,
      later: true,
      send: () => new Promise((taken, failed) => ends.push({ taken, failed })),
      ...(anew ? { anew } : {}),
    }),
  )
  const now = () => hook.result.current
  act(() => now().type({ text: 'two pallets' }))
  act(() => now().send())
  return { now, kept: () => JSON.parse(localStorage.getItem('draft') ?? 'null') as Note | null, ends }
}
const end = (f: () => void) => act(async () => f())

test.each([
  ['there is no connection', new NoContact()],
  ['it is refused', new Refused(422, 'x', 'No.')],
])('what is typed while a form sends stays where %s', async (_, why) => {
  const { now, kept, ends } = setUp()
  act(() => now().type({ text: 'three pallets' }))
  await end(() => ends[0]?.failed(why))
  expect(now().draft).toMatchObject({ text: 'three pallets', waiting: false })
  expect(kept()).toMatchObject({ text: 'three pallets', waiting: false })
})

test('what is typed while a form sends stays where it is taken, as what is not sent yet', async () => {
  const { now, kept, ends } = setUp()
  act(() => now().type({ text: 'three pallets' }))
  await end(() => ends[0]?.taken('thanks'))
  expect(now().draft).toMatchObject({ text: 'three pallets', waiting: false })
  expect(kept()).toMatchObject({ text: 'three pallets' })
})

test('a page says what of it begins another answer', async () => {
  const { now, ends } = setUp((typed) => ({ ...typed, nth: typed.nth + 1 }))
  act(() => now().type({ text: 'three pallets' }))
  await end(() => ends[0]?.taken('thanks'))
  expect(now().draft).toMatchObject({ text: 'three pallets', nth: 2 })
})

test('where nothing is typed meanwhile, a taken answer leaves nothing and one without a connection waits', async () => {
  const first = setUp()
  await end(() => first.ends[0]?.taken('thanks'))
  expect(first.now().draft).toEqual(nothing)
  expect(first.kept()).toBe(null)
  const second = setUp()
  await end(() => second.ends[0]?.failed(new NoContact()))
  expect(second.now().draft).toMatchObject({ text: 'two pallets', waiting: true })
})
