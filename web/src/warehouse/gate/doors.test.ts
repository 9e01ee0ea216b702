import type { HeldSlot } from '@sync/slotLeases'
import { expect, it } from 'vitest'
import { inOrder, serving, until } from './doors'

const free = (Door: string, Directions: string[], from: number, AdmitFor: number, left: number) => ({
  slot: { Door, Directions, from, AdmitFor } as HeldSlot, // as much of one as is looked at
  left,
})

it('tells until when all doors may be used, by the clock of the server', () => {
  const doors = [free('10', ['inbound'], 1_000, 500, 90), free('2', ['outbound', 'inbound'], 1_200, 200, 40)]
  expect(until(doors)).toBe(1_400)
  expect(inOrder(doors)).toEqual(['2', '10'])
  expect(serving(doors, 'outbound').map((f) => f.slot.Door)).toEqual(['2'])
  expect(serving(doors, 'transfer')).toEqual([])
})
