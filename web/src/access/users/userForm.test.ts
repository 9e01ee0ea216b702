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

test('the last day of an access is sent where it changes, and taken back by an empty field', () => {
  const before = { UserID: 'U1', AccessUntil: '2027-01-31' } as AccessDetails // what is read of it
  const typed = { UserName: 'otis@acme.test', Warehouses: ['ATL'] }
  expect(requestOf({ ...typed, AccessUntil: '2027-01-31' }, before)).not.toHaveProperty('AccessUntil')
  expect(requestOf(typed, before)).toMatchObject({ AccessUntil: '' })
  expect(requestOf({ ...typed, AccessUntil: '2027-02-28' }, before)).toMatchObject({ AccessUntil: '2027-02-28' })
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
