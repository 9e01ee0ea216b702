import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { refetchAfter } from './refetch'

const shown = (queries: QueryClient, op: string) => {
  const ask = vi.fn().mockResolvedValue(op)
  new QueryObserver(queries, { queryKey: [op, undefined], queryFn: ask, staleTime: 10_000 }).subscribe(() => {})
  return ask
}

test('after a command the mounted queries of its area are asked again, and those of no other', async () => {
  const queries = new QueryClient()
  const terminals = shown(queries, 'Rating/Terminals')
  const markups = shown(queries, 'Initial/GetCustomerMarkups')
  const holidays = shown(queries, 'WarehousesSlots/getHolidays')
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(holidays).toHaveBeenCalledTimes(1)
  await refetchAfter(queries, 'Rating/SaveTerminal')
  await vi.waitFor(() => expect(markups).toHaveBeenCalledTimes(2))
  expect(terminals).toHaveBeenCalledTimes(2)
  expect(holidays).toHaveBeenCalledTimes(1)
  await refetchAfter(queries, 'No/Such')
  expect(terminals).toHaveBeenCalledTimes(2)
})
