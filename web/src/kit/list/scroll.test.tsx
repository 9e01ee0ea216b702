import { createBrowserHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { followEntry } from './scroll'
import { momentOf, noteMoment } from './views'

test('what narrows a list lasts when its page replaces the address, and not into the entry that comes next', async () => {
  const entries = createBrowserHistory()
  const stop = followEntry(entries)
  noteMoment('pallets', 'ada', { text: '', ids: ['1'], page: 0 })
  for (const pallet of ['7', '8']) {
    entries.replace(`/PalletsOnDock?pallet=${pallet}`)
    entries.flush()
    expect(momentOf('pallets', 'ada')?.ids).toEqual(['1'])
  }
  entries.push('/PalletsOnDock')
  entries.flush()
  expect(momentOf('pallets', 'ada')).toBeUndefined()
  stop()
  entries.destroy()
})
