import type { OpShown } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { curlOf } from './curl'

const call: OpShown = { Path: 'Org/Customers', Method: 'POST', Area: 'org', Scope: 'org:read', Writes: false, Files: false, Example: '' }

test('a call has its address, the token, and its request as one word of a shell', () => {
  expect(curlOf(call, 'https://x.test', 'k1')).toBe(
    `curl -sS -X POST 'https://x.test/api/Org/Customers' \\\n  -H "Authorization: Bearer $TOKEN"`,
  )
  const said = curlOf({ ...call, Writes: true, Example: `{"Name":"O'Neil"}` }, 'https://x.test', 'k1')
  expect(said).toMatch(/^KEY=k1\ncurl /) // the same at each run
  expect(said).toContain('-H "Idempotency-Key: $KEY"')
  expect(said).toContain(`-d '{"Name":"O'\\''Neil"}'`)
})

test('what is only asked has its fields in the address, and files go as a form', () => {
  const asked = curlOf({ ...call, Method: 'GET', Example: '{"Kind":"customer","List":["a"]}' }, 'https://x.test', 'k1')
  expect(asked).toContain(`-G \\\n  --data-urlencode 'Kind=customer' \\\n  --data-urlencode 'List=["a"]'`)
  expect(curlOf({ ...call, Files: true, Writes: true, Example: '{"Name":"a"}' }, 'https://x.test', 'k1')).toContain(
    `-F 'file=@file.csv' \\\n  -F 'Name=a'`,
  )
})

test('the places of a path are filled from the request', () => {
  const copy = { ...call, Path: 'v1/templates/{id}/copy', Example: '{"id":"T 1","templateName":"text"}' }
  const said = curlOf(copy, 'https://x.test', 'k1')
  expect(said).toContain(`'https://x.test/api/v1/templates/T%201/copy'`)
  expect(said).toContain(`-d '{\n  "templateName": "text"\n}'`)
})
