import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusalWords } from '@/kit/remote/refusalWords'
import { fakeRemote, show } from '@/kit/testing/render'
import { Lacks } from './Lacks'

const part = (name: string) => ({ field: 'Items[0].hazmat', code: 'hazmat-incomplete', params: { part: name }, message: '' })

test('what the bill lacks is said when the load is opened, each thing once', async () => {
  refusalWords.set({ 'hazmat-incomplete': 'UN2794 lacks something.', 'bill-party-incomplete': 'The consignee has no street.' })
  fakeRemote({
    call: async (op) =>
      op === 'Shipment/BillLacks'
        ? { lacks: [part('class'), part('phone'), { field: 'To', code: 'bill-party-incomplete', params: {}, message: '' }] }
        : {},
  })
  await show(<Lacks shipment="S-1" />)
  expect((await screen.findByRole('status')).textContent).toBe(
    'The bill of lading is incompleteUN2794 lacks something.The consignee has no street.',
  )
})

test('a complete one says nothing', async () => {
  const asked: string[] = []
  fakeRemote({
    call: async (op) => {
      asked.push(op)
      return { lacks: [] }
    },
  })
  await show(<Lacks shipment="S-2" />)
  await waitFor(() => expect(asked).toEqual(['Shipment/BillLacks']))
  expect(screen.queryByRole('status')).toBeNull()
})
