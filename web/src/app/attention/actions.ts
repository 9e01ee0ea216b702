import type { Action } from '@/kit/remote/remote'
import type { Words } from '@/kit/words/words'

// Each area says in actions.ts how an operation is told to a person.
const areaActions = import.meta.glob<{ actions: Record<string, Action> }>('../../*/actions.ts', { eager: true })
const actions = new Map(Object.values(areaActions).flatMap((area) => Object.entries(area.actions)))

export const actionOf = (op: string): Action | undefined => actions.get(op)

/** What somebody did; "DockView/NoteShort" as "Note short" for an operation whose area has not told its action. */
export const told = (op: string, args: Record<string, unknown>): Words => actions.get(op)?.did(args) ?? readable(op)

const readable = (op: string) =>
  (op.split('/')[1] ?? op)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^./, (c) => c.toUpperCase())
