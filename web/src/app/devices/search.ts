import type { DevicesReq } from '@sync/gen/api'
import { flag, oneOf, searchOf } from '@/kit/page/search'

export type Show = NonNullable<DevicesReq['show']>

export interface DevicesSearch {
  /** The work that waits for a person instead of the devices. */
  work?: boolean
  /** Only what somebody must look after. */
  show?: Exclude<Show, ''>
  /** One device. */
  device?: string
}

export const devicesSearch = searchOf<DevicesSearch>({
  work: flag,
  show: oneOf(['stuck', 'old', 'unprotected', 'revoked']),
  device: (said) => (typeof said === 'string' && /^[0-9A-Z]{26}$/.test(said) ? said : undefined),
})
