import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CarrierPicture, initials } from './CarrierPicture'

test.each([
  ['R&L Carriers', 'RL'],
  ['Saia', 'SA'],
  ['Old Dominion Freight Line', 'OD'],
  ['ÉS Transport', 'ÉT'],
  ['', '?'],
])('%s is %s', (name, letters) => expect(initials(name)).toBe(letters))

test('a carrier without a picture, or with one that does not come, gets one of ours', () => {
  const { container, rerender } = render(<CarrierPicture name="Saia" img="/carrier/saia.png" />)
  const img = container.querySelector('img')
  expect(img?.getAttribute('src')).toBe('/carrier/saia.png')
  if (img) fireEvent.error(img)
  expect(container.querySelector('rect')?.getAttribute('fill')).toBe('#144895')
  expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 200 200')
  rerender(<CarrierPicture name="Saia" />)
  expect(container.querySelector('text')?.textContent).toBe('SA')
})
