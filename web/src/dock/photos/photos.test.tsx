import { Blob as Bytes } from 'node:buffer'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { begun } from '@/kit/begun/begun'
import type { Photo } from '@/kit/photo/takePhoto'
import { show } from '@/kit/testing/render'
import { DamagePanel } from '../loading/DamagePanel'
import { aLoad, aPallet } from '../testing/rows'
import { tablet } from '../testing/tablet'

let finish: (photo: Photo) => void
let fail: (err: unknown) => void
vi.mock('@/kit/photo/takePhoto', () => ({
  // A photo of twelve megapixels: it is chosen at once, and small enough only when the test says so.
  takePhoto: ({ chosen }: { chosen?: () => void }) => {
    chosen?.()
    return new Promise<Photo>((done, failed) => {
      finish = done
      fail = failed
    })
  },
}))

let t: Awaited<ReturnType<typeof tablet>>
beforeEach(async () => {
  t = await tablet()
})
afterEach(async () => {
  await begun.forget()
  await t.close()
})

const pallet = aPallet()
const closed = vi.fn()
const panel = () => show(<DamagePanel load={aLoad()} pallets={[pallet]} pallet={pallet} onPick={() => {}} onClose={closed} />)
const photo = (text: string): Photo => ({ blob: new Bytes([text], { type: 'image/jpeg' }) as Blob, width: 10, height: 10 }) // jsdom's has no arrayBuffer
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('what is saved while a photo is still worked on waits for it, and text typed meanwhile stays', async () => {
  await panel()
  fireEvent.click(await screen.findByRole('button', { name: 'Take a photo' }))
  expect(await screen.findByText('Working on 1 photo…')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('What is damaged'), { target: { value: 'corner crushed' } })
  fireEvent.click(button('Note the damage'))
  await new Promise((then) => setTimeout(then, 50))
  expect(await t.done()).toEqual([])

  finish(photo('one'))
  await waitFor(async () => expect(await t.done()).toHaveLength(1))
  const [damage] = await t.done()
  expect(damage?.args).toMatchObject({ Note: 'corner crushed', Photos: [expect.stringMatching(/^[0-9a-f]{64}$/)] })
  await waitFor(() => expect(closed).toHaveBeenCalled())
})

test('a photo that cannot be kept is told, and nothing is saved without it before the person has read so', async () => {
  await panel()
  fireEvent.click(await screen.findByRole('button', { name: 'Take a photo' }))
  fireEvent.change(screen.getByLabelText('What is damaged'), { target: { value: 'wet' } })
  fireEvent.click(button('Note the damage'))
  fail(new DOMException('full', 'QuotaExceededError'))
  expect(await screen.findByText(/could not be kept on this tablet. Say in words/)).toBeTruthy()
  expect(await t.done()).toEqual([])
  fireEvent.click(button('Note the damage'))
  await waitFor(async () => expect((await t.done()).map((m) => m.args.Note)).toEqual(['wet']))
})
