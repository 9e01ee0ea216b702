import type { Ops } from '@sync/gen/api'
import { heldFilesOf } from '@/kit/guest/heldFiles'
import { kept } from '@/kit/guest/kept'
import { newId } from '@/kit/guest/newId'
import type { Draft as Kept } from '@/kit/guest/useAnswer'

/** What is ready of one line, as it was typed. */
export interface LineTyped {
  pieces: string
  pallets: string
  weight: string
}

/** A shipment that is being filled in. It has its id from the beginning: sent twice, it is one shipment. */
export interface Draft extends Kept {
  id: string
  orders: string[]
  /** By purchase order and line. */
  lines: Record<string, LineTyped>
  shipOn: string
  from: string
  to: string
  carrier: string
  pro: string
  /** Day and time of the delivery, where one is chosen. */
  slot: string
  /** Load type, where the warehouse has several for vendors; a draft from before there were any has none. */
  kind?: string
  note: string
  name: string
  /** What was sent, as it was when Send was pressed: tried again it is the very same, whatever is left of the orders by then. */
  request?: Ops['Vendor/ProcessShipment']['req']
}

export const nothingTyped: Draft = {
  id: '',
  orders: [],
  lines: {},
  shipOn: '',
  from: '',
  to: '',
  carrier: '',
  pro: '',
  slot: '',
  note: '',
  name: '',
  waiting: false,
  at: 0,
}

/** What was typed while a shipment was on its way, as the beginning of another: no piece that went is in it. */
export function anew(typed: Draft, sent: Draft): Draft {
  const { request: _, ...rest } = typed
  const lines = Object.fromEntries(
    Object.entries(typed.lines).filter(([key, l]) => JSON.stringify(l) !== JSON.stringify(sent.lines[key] ?? null)),
  )
  return { ...rest, id: newId(), lines, slot: typed.slot === sent.slot ? '' : typed.slot, pro: typed.pro === sent.pro ? '' : typed.pro }
}

export const lineKey = (order: string, line: string) => `${order}/${line}`

/** What the device keeps of a vendor, beside what it is shown: no secret, so that a new link finds it again. */
export const keeping = (vendor: string) => ({
  draft: `lading.vendor.${vendor}`,
  read: <T>(what: string) => kept.read<T>(`lading.vendor.${vendor}.${what}`),
  keep: (what: string, value: unknown) => kept.write(`lading.vendor.${vendor}.${what}`, value),
})
export type Keeping = ReturnType<typeof keeping>

export const heldFiles = heldFilesOf('lading-vendor')
