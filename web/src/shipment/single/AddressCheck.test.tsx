import type { Right } from '@sync/gen/tables'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { fakeRemote, show } from '@/kit/testing/render'
import { AddressCheck } from './AddressCheck'
import { emptyParty } from './load'

const session = {
  user: 'U1',
  userName: 'ann',
  name: 'Ann',
  org: '1',
  pages: new Set<number>(),
  rights: new Set<Right>(['see-orders', 'plan']),
  warehouses: [],
  known: true,
  expired: false,
}

test('an address is verified part by part, and what earlier shipments say of it is taken over', async () => {
  const asked: string[] = []
  fakeRemote({
    session: () => session,
    call: (op) => {
      asked.push(op)
      return Promise.resolve(
        op === 'UPSReady/AddressClassification'
          ? { Status: 'success', classification: 'residential', by: 'own-shipments' }
          : { Status: 'success', valid: false, known: true, state: 'TN', findings: [{ part: 'state', code: 'zip-of-another-state' }] },
      )
    },
  })
  const set = vi.fn()
  const home = { ...emptyParty, street: '9 Elm St', city: 'Memphis', state: 'GA', zip: '38101' }
  function Form() {
    const [of, change] = useState(home)
    return (
      <>
        <AddressCheck of={of} onKind={set} />
        <button type="button" onClick={() => change({ ...of, street: '10 Elm St' })}>
          Next door
        </button>
      </>
    )
  }
  await show(<Form />)
  fireEvent.click(screen.getByRole('button', { name: 'Verify address' }))
  expect((await screen.findByRole('status')).textContent).toContain('State: ')
  expect(asked.sort()).toEqual(['Address/AddressValidation', 'UPSReady/AddressClassification'])
  fireEvent.click(screen.getByRole('button', { name: 'Set to residential' }))
  expect(set).toHaveBeenCalledWith(true)
  // What was said is of that address.
  fireEvent.click(screen.getByRole('button', { name: 'Next door' }))
  expect(screen.queryByRole('status')).toBeNull()
})
