import type { NotifyWays } from '@sync/gen/api'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '@/kit/testing/render'
import { WaysInput } from './WaysInput'

const ways = (Kind: NotifyWays['Kind'], Mail = false): NotifyWays => ({ Kind, InApp: true, Push: false, Mail })

function Held() {
  const [value, onChange] = useState<NotifyWays[] | undefined>([ways('tenders', true), ways('bills')])
  return <WaysInput id="w" name="Kinds" label="Events" value={value} onChange={onChange} />
}

test('one way of one kind changes, and a kind that nobody is told of is named', async () => {
  await show(<Held />)
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  expect(screen.queryByRole('status')).toBeNull()
  fireEvent.click(box('Signed bills: In the app'))
  expect(box('Signed bills: In the app').checked).toBe(false)
  expect(box('Tenders: In the app').checked).toBe(true)
  expect(screen.getByRole('status').textContent).toBe('You are not told of: Signed bills')
  fireEvent.click(box('Signed bills: E-mail'))
  expect(screen.queryByRole('status')).toBeNull()
})
