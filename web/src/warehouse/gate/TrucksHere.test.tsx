import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeRemote, show } from '@/kit/testing/render'
import { TrucksHere } from './TrucksHere'

vi.mock('@/kit/remote/can', () => ({ useCan: () => true }))

test('whatever a truck came for, its visit can be ended once somebody is sure that it left', async () => {
  const submit = vi.fn().mockResolvedValue({})
  const visit = {
    VisitId: 'v1',
    At: '2026-11-20T15:00:00Z',
    LicensePlate: 'TX 1',
    Carrier: 'Estes',
    DriverName: 'Luis Vega',
    Number: '',
    Direction: 'outbound',
    Door: '4',
  }
  fakeRemote({ submit, call: async () => [visit] })
  await show(<TrucksHere warehouse="ATL" zone="America/New_York" />)
  await screen.findByText('TX 1')
  expect(screen.getByText('Door 4')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'End the visit of TX 1' }))
  expect(submit).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Yes, it left' }))
  await waitFor(() => expect(submit.mock.lastCall?.slice(0, 2)).toEqual(['Warehouse/EndVisit', { VisitId: 'v1' }]))
})
