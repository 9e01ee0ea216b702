import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, useMemo, useRef, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { keepDraft } from '@/kit/form/draft'
import { useForm } from '@/kit/form/useForm'
import { fakeRemote, show } from '@/kit/testing/render'
import { emptyParty } from './load'
import { singleForm, type Typed } from './singleForm'
import { TwoVersions } from './TwoVersions'

const saved = (n: number, more: Partial<Typed>): Partial<Typed> => ({
  ShipmentId: 'S1',
  ChangedAt: `2026-11-23T10:00:0${n}Z`,
  Customer: 'ACME',
  comments: '',
  internalnotes: '',
  Destination: emptyParty,
  ...more,
})

/** The form as far as it matters: what it holds, and buttons for what the world does. */
function Page({ saves }: { saves: Partial<Typed>[] }) {
  const [n, setN] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const spec = useMemo(() => ({ ...singleForm('prepaid', () => '').spec, latest: undefined }), [])
  const form = useForm(spec as never, saves[n]) as never as ReturnType<typeof useForm<Typed, unknown>> // without the rows of the device
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Prepaid
      </h1>
      {(['Customer', 'comments', 'internalnotes'] as const).map((name) => (
        <input key={name} aria-label={name} value={form.values[name] ?? ''} onChange={(e) => form.set(name, e.currentTarget.value)} />
      ))}
      <output>{form.values.ChangedAt}</output>
      <button type="button" onClick={() => setN(n + 1)}>
        somebody saves
      </button>
      <TwoVersions
        form={form}
        theirs={saves[n] ?? {}}
        onDone={(place) => (place ? screen.getByLabelText(place.name) : heading.current)?.focus()}
      />
    </>
  )
}

const value = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value
const open = async (...saves: Partial<Typed>[]) => {
  fakeRemote()
  await show(
    <StrictMode>
      <Page saves={saves} />
    </StrictMode>,
  )
  const user = userEvent.setup()
  return { user, somebodySaves: () => user.click(screen.getByRole('button', { name: 'somebody saves' })) }
}
const stamp = () => document.querySelector('output')?.textContent
afterEach(() => localStorage.clear())

test('what one save brought, and the next takes back, while something else is undecided, goes again; what was told stays told', async () => {
  const first = saved(0, {})
  const { user, somebodySaves } = await open(
    first,
    saved(1, { Customer: 'THEIRS', comments: 'Weighed again' }),
    saved(2, { Customer: 'THEIRS', internalnotes: 'Call first' }),
  )
  await user.type(screen.getByLabelText('Customer'), ' of mine')
  await somebodySaves()
  expect(value('comments')).toBe('Weighed again')
  const both = screen.getByRole('region', { name: 'Two versions' })
  expect(both.textContent).toContain('1 entry differs')
  expect(stamp()).toBe(first.ChangedAt) // nobody has decided
  await somebodySaves()
  expect([value('Customer'), value('comments'), value('internalnotes')]).toEqual(['ACME of mine', '', 'Call first'])
  expect(both.textContent).toContain('Taken over from theirs: Comments; Internal notes.')
  expect(stamp()).toBe(first.ChangedAt)
  // The keyboard is not lost with the row whose button was pressed.
  await user.click(within(both).getByRole('button', { name: 'Take theirs: Customer' }))
  await new Promise((r) => requestAnimationFrame(r))
  expect(document.activeElement?.textContent).toBe('Continue')
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('region', { name: 'Two versions' })).toBeNull()
  expect([value('Customer'), stamp()]).toEqual(['THEIRS', '2026-11-23T10:00:02Z'])
  expect(document.activeElement?.tagName).toBe('H1')
})

test('who goes on stands at what still differs, and at the heading where all of theirs was taken', async () => {
  const { user, somebodySaves } = await open(saved(0, {}), saved(1, { comments: 'Theirs' }), saved(2, { comments: 'Theirs again' }))
  await user.type(screen.getByLabelText('comments'), 'Mine')
  await somebodySaves()
  await user.click(screen.getByRole('button', { name: 'Continue with what stands below' }))
  expect(document.activeElement).toBe(screen.getByLabelText('comments'))
  expect(value('comments')).toBe('Mine')
  await somebodySaves()
  await user.click(screen.getByRole('button', { name: 'Use all of theirs' }))
  expect(document.activeElement?.tagName).toBe('H1')
  expect(value('comments')).toBe('Theirs again')
})

test('a draft that does not know what it was typed on has all of it asked, and nothing taken over', async () => {
  keepDraft('Shipment/SaveShipment:prepaid S1', saved(0, { Customer: 'MINE' }))
  await open(saved(1, { comments: 'Weighed again' }))
  expect(screen.getByRole('region', { name: 'Two versions' }).textContent).toContain('2 entries differ')
  expect([value('Customer'), value('comments'), stamp()]).toEqual(['MINE', '', '2026-11-23T10:00:00Z'])
})

test('a draft that knows goes on with what only they changed, at once', async () => {
  keepDraft('Shipment/SaveShipment:prepaid S1', saved(0, { Customer: 'MINE' }), saved(0, {}))
  await open(saved(1, { comments: 'Weighed again' }))
  expect(screen.getByRole('region', { name: 'Two versions' }).textContent).toContain('Taken over from theirs: Comments.')
  expect([value('Customer'), value('comments'), stamp()]).toEqual(['MINE', 'Weighed again', '2026-11-23T10:00:01Z'])
})
