import type { QueryClient } from '@tanstack/react-query'

/** After a command, what is on the screen of its area is asked for again; what is not is asked for when it is next shown. */
export async function refetchAfter(queries: QueryClient, command: string) {
  const { areaOf } = await import('./areaOf') // no part of what stands before the first screen
  const area = areaOf(command)
  if (area) void queries.invalidateQueries({ predicate: ({ queryKey: [op] }) => areaOf(String(op)) === area })
}
