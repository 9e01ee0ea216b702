import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { show } from '@/kit/testing/render'
import { Sum } from './Sum'

it('names those that cannot go on, and shows them alone; of none nothing is said', async () => {
  const pick = vi.fn()
  await show(
    <Sum
      all="12 shipments"
      some={[
        { words: '2 are not rated', rows: ['a', 'b'] },
        { words: '0 have no price', rows: [] },
      ]}
      pick={pick}
    />,
  )
  expect(screen.getByText('12 shipments', { exact: false })).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: '2 are not rated' }))
  expect(pick).toHaveBeenCalledWith(['a', 'b'])
})
