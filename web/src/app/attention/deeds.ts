import type { Deed } from '@/kit/remote/remote'
import type { Words } from '@/kit/words/words'

// Each area says in deeds.ts how an operation is told to a person.
const areaDeeds = import.meta.glob<{ deeds: Record<string, Deed> }>('../../*/deeds.ts', { eager: true })
const deeds = new Map(Object.values(areaDeeds).flatMap((area) => Object.entries(area.deeds)))

export const deedOf = (op: string): Deed | undefined => deeds.get(op)

/** What somebody did; "DockView/NoteShort" as "Note short" for an operation whose area has not told its deed. */
export const told = (op: string, args: Record<string, unknown>): Words => deeds.get(op)?.did(args) ?? readable(op)

const readable = (op: string) =>
  (op.split('/')[1] ?? op)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^./, (c) => c.toUpperCase())
