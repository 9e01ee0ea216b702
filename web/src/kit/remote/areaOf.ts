import { areas } from '@sync/gen/areas'

const known = new Map(Object.entries(areas).flatMap(([area, ops]) => ops.split(' ').map((op) => [op, area] as const)))

/** The area of a call; undefined where there is no such call. */
export const areaOf = (op: string): string | undefined => known.get(op)
