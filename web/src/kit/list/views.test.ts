import { expect, test, vi } from 'vitest'
import { momentOf, noteMoment, readView } from './views'

test('a shared view of an older or newer app is read as far as it goes; what is none is none', () => {
  expect(readView('{"filters":[{"id":"status","value":["T"]},{"id":"x","value":"T"}],"ids":[7],"size":25,"later":true}')).toEqual({
    sorting: [],
    filters: [{ id: 'status', value: ['T'] }],
    hidden: {},
    order: [],
    widths: {},
    ids: ['7'],
    text: '',
    size: 25,
  })
  expect(readView('null')).toBeUndefined()
  expect(readView('{')).toBeUndefined()
})

test('what narrows a list for the moment is one person’s, one list’s and one entry’s of the browser’s history', () => {
  const history = { state: { __TSR_key: 'k1' } }
  vi.stubGlobal('history', history)
  noteMoment('open', 'ada', { text: 'gulf', ids: ['1'], page: 2 })
  expect(momentOf('open', 'ada')).toEqual({ text: 'gulf', ids: ['1'], page: 2 })
  expect(momentOf('open', 'bob')).toBeUndefined()
  expect(momentOf('shipments', 'ada')).toBeUndefined()
  history.state.__TSR_key = 'k2'
  expect(momentOf('open', 'ada')).toBeUndefined()
  vi.unstubAllGlobals()
})
