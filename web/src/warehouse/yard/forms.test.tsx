import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { FormView } from '@/kit/form/FormView'
import { fakeRemote, show } from '@/kit/testing/render'
import { readingForm, trailerForm } from './forms'

const submit = vi.fn()
beforeEach(() => {
  localStorage.clear()
  submit.mockReset().mockResolvedValue({})
  fakeRemote({ submit })
})
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const reefer = {
  TrailerId: 't1',
  WarehouseId: 'ATL',
  Number: '53021',
  Carrier: 'Estes',
  Contents: 'loaded' as const,
  Seal: 'S1',
  SetPoint: { milli: -10_000, unit: 'F' },
  Dropped: false,
  Note: '',
}

test('a temperature below zero is kept as it is typed, and none is sent that nobody has read', async () => {
  await show(<FormView spec={readingForm('53021', 'C')} initial={{ TrailerId: 't1' }} />)
  const field = screen.getByLabelText<HTMLInputElement>(/^Reading on the display/)
  expect(field.value).toBe('')
  await save()
  expect(submit).not.toHaveBeenCalled()
  await userEvent.type(field, '-10.5')
  await userEvent.tab()
  expect(field.value).toBe('-10.5')
  await save()
  expect(submit.mock.lastCall?.slice(0, 2)).toEqual(['Yard/NoteReading', { TrailerId: 't1', Reading: { milli: -10_500, unit: 'C' } }])
})

test('who tabs through the details of a frozen trailer changes nothing', async () => {
  await show(<FormView spec={trailerForm('Trailer', true)} initial={reefer} />)
  screen.getByLabelText<HTMLInputElement>(/^Trailer number/).focus()
  for (let n = 0; n < 9; n++) await userEvent.tab()
  expect(screen.getByLabelText<HTMLInputElement>('Set point (reefer)').value).toBe('-10')
  await save()
  expect(submit.mock.lastCall?.slice(0, 2)).toEqual(['Yard/NoteTrailer', { ...reefer, Changed: [] }])
})

test('what was typed over is named; of one that is entered everything is meant', async () => {
  const { unmount } = await show(<FormView spec={trailerForm('Trailer', true)} initial={reefer} />)
  await userEvent.type(screen.getByLabelText('Seal'), '2')
  await save()
  expect(submit.mock.lastCall?.[1]).toEqual({ ...reefer, Seal: 'S12', Changed: ['Seal'] })
  unmount()
  await show(<FormView spec={trailerForm('Trailer at A 1')} initial={{ ...reefer, TrailerId: 't2' }} />)
  await save()
  expect(submit.mock.lastCall?.[1]).not.toHaveProperty('Changed')
})
