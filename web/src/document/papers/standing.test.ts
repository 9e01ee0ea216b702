import { expect, test } from 'vitest'
import { standing, versionOf } from './standing'

const paper = (name: string, at: string, kind: 'signed-bol' | 'attachment' = 'signed-bol') => ({ kind, name, at })

test('the bill that counts is the latest version, whenever its paper was made', () => {
  const first = paper('BOL-06141410000012671-signed.pdf', '2026-11-27T14:00:00Z') // its picture came late
  const second = paper('BOL-06141410000012671-v2-signed.pdf', '2026-11-27T12:00:00Z')
  expect(standing([first, second])).toBe(second)
  expect(standing([first])).toBe(first)
  expect(standing([paper('scan-v9-signed.pdf', '2026-11-28T00:00:00Z', 'attachment')])).toBeUndefined()
})

test('of one version the paper that was made last counts', () => {
  const before = paper('BOL-1-v2-signed.pdf', '2026-11-27T12:00:00Z')
  const ended = paper('BOL-1-v2-void-signed.pdf', '2026-11-27T13:00:00Z')
  expect(versionOf(ended.name)).toBe(2)
  expect(standing([ended, before])).toBe(ended)
})
