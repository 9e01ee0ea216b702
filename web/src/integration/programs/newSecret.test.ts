import { call } from '@sync/call'
import type { AccessApplicationShown } from '@sync/gen/api'
import { beforeEach, expect, test, vi } from 'vitest'
import { opened } from '@/kit/form/opened'
import { newSecret } from './newSecret'

vi.mock('@sync/call', async (original) => ({
  ...(await original<typeof import('@sync/call')>()),
  call: vi.fn(async () => ({ clientSecret: 's' })),
}))

const program = { id: 'P1', name: 'ERP', secretShownAt: '2026-11-20T08:00:00Z' } as AccessApplicationShown

beforeEach(() => vi.mocked(call).mockClear())

test('a program that runs is cut off only after a question', async () => {
  const thoughtBetter = newSecret(program)
  expect(opened.now()).toHaveLength(1)
  opened.now()[0]?.settle(undefined)
  expect(await thoughtBetter).toBeUndefined()
  expect(call).not.toHaveBeenCalled()

  const sure = newSecret(program)
  opened.now()[0]?.settle(true)
  expect(await sure).toEqual({ clientSecret: 's' })
  expect(call).toHaveBeenCalledWith('Access/RotateApplication', { id: 'P1' })
})

test('one that has no secret yet is given its first at once', async () => {
  expect(await newSecret({ ...program, secretShownAt: null })).toEqual({ clientSecret: 's' })
  expect(opened.now()).toHaveLength(0)
})
