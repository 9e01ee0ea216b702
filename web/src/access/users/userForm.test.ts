import type { AccessDetails } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { requestOf } from './userForm'

test('a new user is invited; without warehouses all are seen', () => {
  expect(requestOf({ UserName: ' otis@acme.test ', GroupID: 'office', Warehouses: [] }, undefined)).toEqual({
    actions: 2,
    Invite: true,
    UserName: 'otis@acme.test',
    GroupID: 'office',
    AllWarehouses: true,
  })
})

test('a change names the user and keeps the password as it is', () => {
  const before = { UserID: 'U1' } as AccessDetails // only its key is read
  expect(requestOf({ UserName: 'otis@acme.test', Warehouses: ['atl', ' '] }, before)).toEqual({
    actions: 3,
    UserID: 'U1',
    UserName: 'otis@acme.test',
    Warehouses: ['ATL'],
  })
})
