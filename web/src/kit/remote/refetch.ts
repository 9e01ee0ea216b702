import { areas } from '@sync/gen/areas'
import type { QueryClient } from '@tanstack/react-query'

const areaOf = new Map(Object.entries(areas).flatMap(([area, ops]) => ops.split(' ').map((op) => [op, area] as const)))

/** After a command, what is on the screen of its area is asked for again; what is not is asked for when it is next shown. */
export function refetchAfter(queries: QueryClient, command: string) {
  const area = areaOf.get(command)
  if (area) void queries.invalidateQueries({ predicate: ({ queryKey: [op] }) => areaOf.get(String(op)) === area })
}
