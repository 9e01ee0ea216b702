import type { PackingTruckPlan } from '@sync/gen/api'
import { CallError } from '@sync/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { queries } from '@/kit/remote/useCall'
import { fakeRemote, show } from '@/kit/testing/render'
import { TruckScreen } from './TruckScreen'

const weights = { Steer: 0, Drive: 0, Tandem: 0, Gross: 0 }
const plan = (ids: string[], Rev: number) =>
  ({
    TruckId: 'T1',
    Number: 'LP1',
    Name: 'Monday',
    WHSE: 'ATL',
    Trailer: 'van-53',
    Gap: 0,
    Orders: [],
    Pallets: ids.map((PalletId) => ({ PalletId, Stop: 1, Pounds: 100, Length: 48, Width: 40, Height: 50, Assumed: false })),
    Puts: ids.map((PalletId) => ({ PalletId, Lane: 'left', On: false, Turned: false })),
    Rev,
    ChangedBy: 'Ada',
    Measures: { Payload: 44_000, Length: 630, Width: 100, Height: 108, Limit: weights },
    Load: { Pounds: 300, Used: 144, Boxes: [], Faults: [], Stages: [] },
  }) as unknown as PackingTruckPlan

afterEach(() => queries.clear())

/** A server that keeps one plan: a move from another than the present one is refused. */
function server() {
  let kept = plan(['A', 'B', 'C'], 1)
  const moves: unknown[] = []
  const refuse = () => {
    kept = { ...kept, Rev: kept.Rev + 1, Name: 'Theirs' }
  }
  fakeRemote({
    call: (async () => kept) as never,
    submit: async (_, request) => {
      const asked = request as { Rev: number; PalletId: string; To: number }
      moves.push(asked)
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (asked.Rev !== kept.Rev) throw new CallError(409, 'row-changed-meanwhile')
      const ids = kept.Puts.map((s) => s.PalletId).filter((id) => id !== asked.PalletId)
      ids.splice(asked.To, 0, asked.PalletId)
      kept = plan(ids, kept.Rev + 1)
      return kept
    },
  })
  return { moves, refuse, order: () => kept.Puts.map((s) => s.PalletId).join('') }
}

test('a key that is pressed twice moves a pallet twice, each time from where the one before left it', async () => {
  const at = server()
  await show(<TruckScreen id="T1" />)
  const last = await screen.findByRole('button', { name: /^3\. C/ })
  fireEvent.keyDown(last, { key: 'ArrowUp', altKey: true })
  fireEvent.keyDown(last, { key: 'ArrowUp', altKey: true })
  await waitFor(() => expect(at.order()).toBe('CAB'))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('1. C'))
  expect(at.moves).toMatchObject([
    { Rev: 1, To: 1 },
    { Rev: 2, To: 0 },
  ])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('behind a move that somebody else was faster than, none goes', async () => {
  const at = server()
  await show(<TruckScreen id="T1" />)
  const last = await screen.findByRole('button', { name: /^3\. C/ })
  at.refuse()
  fireEvent.keyDown(last, { key: 'ArrowUp', altKey: true })
  fireEvent.keyDown(last, { key: 'ArrowUp', altKey: true })
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Load anew' }).disabled).toBe(false))
  expect(at.moves).toHaveLength(1)
  expect(at.order()).toBe('ABC')
  await screen.findByRole('heading', { name: 'Load plan Theirs' })
  fireEvent.keyDown(screen.getByRole('button', { name: /^3\. C/ }), { key: 'ArrowUp', altKey: true })
  await waitFor(() => expect(at.order()).toBe('ACB'))
})
