import { claimStates } from '@sync/gen/claimStates'
import { expect, test } from 'vitest'
import { stepForms } from './stepForms'
import { type Guarded, stepsOf } from './steps'

const offered = (c: Guarded) => stepsOf(c).map((s) => s.action)

test('a button is offered exactly when the server would accept it', () => {
  expect(offered({ State: 'preparing', Outcome: '', Missing: ['amount'] })).toEqual(['archive'])
  expect(offered({ State: 'preparing', Outcome: '', Missing: [] })).toEqual(['validate', 'archive'])
  expect(offered({ State: 'validating', Outcome: '', Missing: [] })).toEqual(['file', 'correct'])
  expect(offered({ State: 'closed', Outcome: 'paid', Missing: [] })).toEqual(['archive'])
  expect(offered({ State: 'closed', Outcome: 'declined', Missing: [] })).toEqual(['dispute', 'archive'])
  expect(offered({ State: 'archived', Outcome: 'paid', Missing: [] })).toEqual([])
})

test('every step that somebody takes by hand has a form or asks nothing', () => {
  for (const s of claimStates.filter((s) => s.op)) expect(Boolean(s.asks), `${s.from} ${s.action}`).toBe(s.action in stepForms)
})
