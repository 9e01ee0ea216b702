import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import type { Words } from '@/kit/words/words'
import { sayRule } from './sayRule'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const words = (w: Words) => (typeof w === 'string' ? w : i18n._(w))

test.each([
  ['FREQ=WEEKLY;BYDAY=MO,TH', 'Weekly: Mon, Thu'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'Every 2 weeks: Tue'],
  ['FREQ=DAILY', 'Daily'],
  ['FREQ=DAILY;INTERVAL=3;COUNT=10', 'Every 3 days, 10 times'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'Monthly: day 1, day 15'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Monthly: last day'],
  ['FREQ=MONTHLY;BYDAY=2TU,-1FR', 'Monthly: 2nd Tue, last Fri'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1', 'Monthly: 1st of Mon, Tue'],
  ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231T000000Z', 'Weekly: Mon, until 2026-12-31'],
  ['FREQ=YEARLY', 'FREQ=YEARLY'],
  ['nonsense', 'nonsense'],
])('%s is said as %s', (rule, said) => {
  expect(sayRule(rule, words, 'en')).toBe(said)
})
