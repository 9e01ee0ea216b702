import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Photo } from '@/kit/photo/takePhoto'
import type { Strokes } from '@/kit/signature/strokes'
import { ReadAndSign } from './ReadAndSign'
import type { Read } from './source'

let finish: (photo: Photo) => void
let fail: (err: unknown) => void
vi.mock('@/kit/photo/takePhoto', () => ({
  // A photo of twelve megapixels: it is chosen at once, and small enough only when the test says so.
  takePhoto: ({ chosen }: { chosen?: () => void } = {}) => {
    chosen?.()
    return new Promise<Photo>((done, failed) => {
      finish = done
      fail = failed
    })
  },
}))
const signByLink = vi.hoisted(() => vi.fn())
vi.mock('./source', async (real) => ({ ...(await real<object>()), signByLink }))
// A canvas draws nothing here: the driver has signed as soon as the pad is there.
vi.mock('@/kit/signature/strokes', async (real) => ({
  ...(await real<object>()),
  isEmpty: (drawn: Strokes | null) => !drawn,
  takeSignature: async () => ({}),
}))
vi.mock('@/kit/signature/usePad', () => ({
  usePad: (drawn: Strokes | null, draw: (to: Strokes) => void) => {
    useEffect(() => {
      if (!drawn) draw({} as Strokes)
    }, [drawn, draw])
  },
}))

beforeEach(() => {
  i18n.load('en', {})
  i18n.activate('en')
  signByLink.mockReset().mockResolvedValue({ bol: '0614' })
})

const read: Read = {
  shown: {
    bol: '0614',
    carrier: 'R&L Carriers',
    trailer: '',
    to: 'Lakeview',
    pallets: 2,
    pieces: 96,
    weight: { milli: 3_260_000, unit: 'lb' },
    seal: '',
    hazmat: [],
    exceptions: [],
    driverName: 'Luis Ortega',
  },
  digest: 'd',
  have: 0,
} as unknown as Read // as much of one as is looked at

const signed = vi.fn()
function phone() {
  render(
    <I18nProvider i18n={i18n}>
      <ReadAndSign
        source={{ way: 'link', token: 'T' } as never} // as much of one as is looked at
        read={read}
        changed={false}
        language="en"
        consent="I agree."
        onSigned={signed}
        onAnswer={() => {}}
        onDead={() => {}}
      />
    </I18nProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'I disagree' }))
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const photo = { blob: new Blob(['one']), width: 10, height: 10 }

test('who signs while a photo is still worked on signs with it', async () => {
  phone()
  press('Photo of what I counted')
  press('Sign')
  await new Promise((then) => setTimeout(then, 50))
  expect(signByLink).not.toHaveBeenCalled()

  finish(photo)
  await waitFor(() => expect(signed).toHaveBeenCalledWith('0614'))
  expect(signByLink.mock.calls[0]?.[2].photos).toEqual([photo.blob])
})

test('a photo that cannot be used is told, and nothing is signed without it before the driver has read so', async () => {
  phone()
  press('Photo of what I counted')
  press('Sign')
  fail(new Error('no picture'))
  expect(await screen.findByText('The photo could not be used. Take another, or sign without it.')).toBeTruthy()
  expect(signByLink).not.toHaveBeenCalled()

  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign' })).toHaveProperty('disabled', false))
  press('Sign')
  await waitFor(() => expect(signByLink.mock.calls[0]?.[2].photos).toEqual([]))
})

test('a photo that comes after the driver has agreed after all goes nowhere', async () => {
  phone()
  press('Photo of what I counted')
  press('I agree after all')
  finish(photo)
  press('Sign')
  await waitFor(() => expect(signByLink.mock.calls[0]?.[2]).toMatchObject({ disagrees: false, photos: [] }))
})
