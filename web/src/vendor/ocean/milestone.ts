import type { Ops } from '@sync/gen/api'
import type { Draft as Kept } from '@/kit/guest/useAnswer'

export type Shown = Ops['Vendor/GetOceanPortal']['resp']
export type Load = Shown['loads'][number]
export type Container = Load['containers'][number]
export type SeaEvent = Container['events'][number]
export type Port = Ops['Vendor/GetOceanPorts']['resp'][number]
export type Milestone = Ops['Vendor/AddMilestone']['req']
export type Named = Ops['Vendor/AddOceanContainer']['req']

/** What can be told of a container at sea and on its way inland, in the order in which it happens. */
export const codes = [
  'empty-out',
  'gate-in',
  'loaded',
  'departed',
  'transshipment-arrived',
  'transshipment-discharged',
  'transshipment-loaded',
  'transshipment-departed',
  'arrived',
  'berthed',
  'discharged',
  'held',
  'available',
  'gate-out',
  'rail-loaded',
  'rail-departed',
  'rail-arrived',
  'rail-unloaded',
  'inland-arrived',
  'delivered',
  'empty-in',
  'delayed',
] as const
export type Code = (typeof codes)[number]

/** Of these an ETA may be told. */
export const expected: readonly Code[] = ['arrived', 'rail-arrived', 'inland-arrived', 'delivered']

/** What is being told: a milestone of a container, or the container of a load. It has its id from the beginning: sent twice, it counts once. */
export interface Draft extends Kept {
  what: '' | 'milestone' | 'container'
  id: string
  /** The container that the milestone is of. */
  unit: string
  code: Code
  estimated: boolean
  when: string
  place: string
  vessel: string
  voyage: string
  note: string
  /** The event in whose place this one stands. */
  corrects: string
  /** The load whose container is named. */
  load: string
  size: Named['Size']
  number: string
  seal: string
  name: string
}

export const nothingTyped: Draft = {
  what: '',
  id: '',
  unit: '',
  code: 'loaded',
  estimated: false,
  when: '',
  place: '',
  vessel: '',
  voyage: '',
  note: '',
  corrects: '',
  load: '',
  size: '40HC',
  number: '',
  seal: '',
  name: '',
  waiting: false,
  at: 0,
}

/** The milestone that mostly follows what a container did last. */
export function nextOf(last: string): Code {
  const at = (codes as readonly string[]).indexOf(last) // any code of the tracking, also one that is not offered
  const next = codes[at + 1] ?? 'delivered'
  return at < 0 ? 'gate-in' : next.startsWith('transshipment') ? 'arrived' : next
}

/** Where a container goes on to do something: at its port of loading until it has departed, at its port of discharge from there on. */
export const placeOf = (c: Container, code: Code) =>
  codes.indexOf(code) <= codes.indexOf('departed')
    ? c.origin
    : codes.indexOf(code) < codes.indexOf('rail-loaded')
      ? c.port
      : c.final || c.port
