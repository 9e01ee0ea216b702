import type { DevicesReq } from '@sync/gen/api'

export type Show = NonNullable<DevicesReq['show']>

export interface DevicesSearch {
  /** The work that waits for a person instead of the devices. */
  work?: boolean
  /** Only what somebody must look after. */
  show?: Exclude<Show, ''>
  /** One device. */
  device?: string
}

const shows = ['stuck', 'old', 'unprotected', 'revoked'] as const

export function devicesSearch(raw: Record<string, unknown>): DevicesSearch {
  const show = shows.find((s) => s === raw.show)
  return {
    ...(raw.work === true ? { work: true } : {}),
    ...(show ? { show } : {}),
    ...(typeof raw.device === 'string' && /^[0-9A-Z]{26}$/.test(raw.device) ? { device: raw.device } : {}),
  }
}
