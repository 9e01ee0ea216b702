import type { OpShown } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { curlOf } from './curl'

const call: OpShown = { Path: 'Org/Customers', Method: 'POST', Area: 'org', Scope: 'org:read', Writes: false, Files: false, Example: '' }

test('a call has its address, the token, and its request as one word of a shell', () => {
  expect(curlOf(call, 'https://x.test')).toBe(`curl -sS -X POST 'https://x.test/api/Org/Customers' \\\n  -H "Authorization: Bearer $TOKEN"`)
  const said = curlOf({ ...call, Writes: true, Example: `{"Name":"O'Neil"}` }, 'https://x.test')
  expect(said).toContain('Idempotency-Key')
  expect(said).toContain(`-d '{"Name":"O'\\''Neil"}'`)
})

test('what is only asked has its fields in the address, and files go as a form', () => {
  const asked = curlOf({ ...call, Method: 'GET', Example: '{"Kind":"customer","List":["a"]}' }, 'https://x.test')
  expect(asked).toContain(`-G \\\n  --data-urlencode 'Kind=customer' \\\n  --data-urlencode 'List=["a"]'`)
  expect(curlOf({ ...call, Files: true, Writes: true, Example: '{"Name":"a"}' }, 'https://x.test')).toContain(
    `-F 'file=@file.csv' \\\n  -F 'Name=a'`,
  )
})
