import { msg } from '@lingui/core/macro'
import type { Shipment } from '@sync/gen/tables'
import type { Step } from '@/kit/detail/DetailScreen'
import type { Status } from '@/kit/status/statuses'
import type { Words } from '@/kit/words/words'
import type { Event, Workspace } from './useShipment'

/** How far along the road a status is; an exception stands where it came from. */
const rank: Record<Status, number> = { O: 1, S: 1, Q: 2, H: 2, T: 3, M: 4, A: 8, D: 9, X: 0, V: 0 }

interface Stage {
  label: Words
  rank: number
  kinds: string[]
  /** Left out of the line unless it happened or is where the shipment stands. */
  optional?: boolean
}

const stages: Stage[] = [
  { label: msg`Built`, rank: 1, kinds: ['built'] },
  { label: msg`Rate & Route`, rank: 2, kinds: ['rate', 'requote', 'reject'], optional: true },
  { label: msg`Scheduled`, rank: 3, kinds: ['tender', 'retender'] },
  { label: msg`Confirmed`, rank: 4, kinds: ['confirm'], optional: true },
  { label: msg`On the dock`, rank: 5, kinds: ['docked'] },
  { label: msg`Loaded`, rank: 6, kinds: ['loading-finished'] },
  { label: msg`Signed`, rank: 7, kinds: ['signed'] },
  { label: msg`In transit`, rank: 8, kinds: ['depart', 'in-transit'] },
  { label: msg`Delivered`, rank: 9, kinds: ['deliver'] },
]

/** Where a shipment stands: each state with its time and who brought it there. */
export function standOf(s: Shipment, events: readonly Event[], load: Workspace['load']): Step[] {
  const built = events.find((e) => e.kind === 'built')
  const status = s.status === 'X' ? ((s.back || 'T') as Status) : s.status // an exception keeps the letter that it came from
  const docked = s.onDock || load !== undefined
  let reached = rank[status]
  if (status === 'T' || status === 'M')
    reached = load?.state === 'signed' || s.signedAt ? 7 : load?.state === 'loaded' ? 6 : docked ? 5 : reached
  const begun = startOf(built)
  const last = new Map<string, Event>()
  for (const e of events) last.set(e.kind, e) // what happened twice counts as it happened last

  const steps: (Step & { rank: number })[] = []
  for (const stage of stages) {
    const event = stage.kinds
      .flatMap((k) => last.get(k) ?? [])
      .sort((a, b) => a.n - b.n)
      .at(-1)
    const done = s.status === 'V' ? event !== undefined : stage.rank <= reached
    if (s.status === 'V' && !done) continue // what was still to come never came
    if (stage.optional && !(done && event) && stage.rank !== reached) continue
    if (done && !event && stage.rank > 4 && stage.rank < 8) continue // nobody put it on our dock: it was moved by hand
    const carried = done && !event && stage.rank <= begun ? built : undefined
    steps.push({
      label: stage.label,
      rank: stage.rank,
      at: done ? ((event ?? carried)?.at ?? s.changedAt ?? s.createdAt) : undefined,
      by: done ? (event ?? carried)?.userName : undefined,
    })
  }
  const here = s.status === 'V' ? undefined : steps.findLast((step) => step.rank <= reached)
  if (s.status === 'X' || s.status === 'V') {
    const end = last.get(s.status === 'X' ? 'except' : 'void') ?? last.get('archive')
    steps.splice(here ? steps.indexOf(here) + 1 : steps.length, 0, {
      label: s.status === 'X' ? msg`Exception` : msg`Ended`,
      rank: reached,
      at: end?.at ?? s.changedAt,
      by: end?.userName,
      now: true,
    })
  } else if (here) here.now = true
  return steps
}

/** A shipment may be built straight into a later status; those before it count as passed then. */
function startOf(built: Event | undefined): number {
  const data = built?.data as { status?: Status } | undefined // what the server wrote on building
  return data?.status ? (rank[data.status] ?? 1) : 1
}
