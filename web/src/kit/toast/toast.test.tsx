import { beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '../remote/remote'
import { fakeRemote } from '../testing/render'

beforeEach(() => {
  sessionStorage.clear()
  vi.resetModules()
})

const as = (user: string) => fakeRemote({ session: () => ({ user }) as Session }) // the list asks for nothing else

test('what was missed is told again after a reload, with what it was about, and to nobody else', async () => {
  const remote = await import('../remote/remote')
  remote.setRemote(as('ada'))
  const before = (await import('./toast')).toasts
  before.info('Before the list was there.')
  await import('./told')
  before.good('The shipment is void.', { of: 'L10001' })
  before.bad('No label came.')

  vi.resetModules()
  const again = await import('../remote/remote')
  again.setRemote(as('ada'))
  const { toasts } = await import('./toast')
  const { told } = await import('./told')
  expect(toasts.shown()).toEqual([])
  expect(told().map((t) => [t.kind, t.text, t.of])).toEqual([
    ['bad', 'No label came.', undefined],
    ['good', 'The shipment is void.', 'L10001'],
    ['info', 'Before the list was there.', undefined],
  ])
  expect(told()).toBe(told())
  toasts.info('And after.')
  expect(told()[0]?.text).toBe('And after.')
  again.setRemote(as('bob'))
  expect(told()).toEqual([])
})

test('an error stays until it is closed, however much comes after it', async () => {
  const { toasts } = await import('./toast')
  const error = toasts.bad('The booking failed.')
  for (let n = 0; n < 9; n++) toasts.info(`news ${n}`)
  expect(toasts.shown().map((t) => t.id)).toContain(error)
  expect(toasts.shown()).toHaveLength(5)
  toasts.close(error)
  expect(toasts.shown().map((t) => t.id)).not.toContain(error)
})

test('five errors leave room for the news that only now comes, and do not grow without end', async () => {
  const { toasts } = await import('./toast')
  const errors = [1, 2, 3, 4, 5].map((n) => toasts.bad(`error ${n}`))
  const news = toasts.good('Voided.', { action: { label: 'Undo', run: () => {} } })
  expect(toasts.shown().map((t) => t.id)).toEqual([...errors.slice(1), news])
  for (let n = 0; n < 9; n++) toasts.bad(`more ${n}`)
  expect(toasts.shown()).toHaveLength(5)
  expect(toasts.past().map((t) => t.text)).toContain('error 1')
})

test('who signs out leaves nothing that was told in the tab', async () => {
  const remote = await import('../remote/remote')
  remote.setRemote(as('ada'))
  const { toasts } = await import('./toast')
  const { told } = await import('./told')
  toasts.bad('Globex refused the load.', { of: 'L10001' })
  expect(JSON.stringify(sessionStorage)).toContain('L10001')
  toasts.forget()
  expect([told(), toasts.shown(), toasts.past()]).toEqual([[], [], []])
  expect(JSON.stringify(sessionStorage)).not.toContain('L10001')
  toasts.info('The next one.')
  expect(told().map((t) => t.text)).toEqual(['The next one.'])
})
